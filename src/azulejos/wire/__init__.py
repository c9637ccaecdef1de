"""The messages, requests and answers that cross the wire, for server and clients alike."""
