"""Sends spans to a collector by OTLP over HTTP. The only file that imports OpenTelemetry."""

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

from azulejos import __version__
from azulejos.server.web.tracing import use_spans


def send_spans(url: str) -> None:
    """Record spans from now on, and send them in batches to the collector at a URL.

    A thread sends them, so a collector that is away or slow never delays a move.
    """
    about = {"service.name": "azulejos", "service.version": __version__}
    provider = TracerProvider(resource=Resource.create(about))
    exporter = OTLPSpanExporter(endpoint=f"{url.rstrip('/')}/v1/traces")
    provider.add_span_processor(BatchSpanProcessor(exporter))
    use_spans(provider.get_tracer("azulejos", __version__).start_as_current_span)
