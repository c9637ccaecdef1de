// Shows the server's own description of its API.
SwaggerUIBundle({
    url: "/api/v1/openapi.json",
    dom_id: "#viewer",
    deepLinking: true,
    docExpansion: "list",
    defaultModelsExpandDepth: 0,
    validatorUrl: null, // asks no other host
});
