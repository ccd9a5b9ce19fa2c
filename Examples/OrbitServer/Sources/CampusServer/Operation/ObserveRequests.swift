import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import TimeAndChance

/// Logs and counts each response, and continues the trace of its request.
///
/// The log line has the pattern of the route. It never has a path, a query, a header field, a body or an address,
/// because they contain links, tokens and people.
struct ObserveRequests: RouterMiddleware {
    private static let traceparent = HTTPField.Name("traceparent")
    private static let traceresponse = HTTPField.Name("traceresponse")

    let metrics: ServerMetrics
    let time: any TimeSource
    let random: RandomSource

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let start = time.uptime
        var context = context
        let trace = TraceContext(continuing: Self.traceparent.flatMap { request.headers[$0] }, random: random)
        context.logger[metadataKey: "trace_id"] = .string(trace.traceID)
        var response = try await next(request, context)
        if let name = Self.traceresponse { response.headers[name] = trace.field }
        let duration = time.uptime - start
        metrics.countRequest(
            method: request.method.rawValue, route: context.route, status: response.status.code, duration: duration)
        context.logger.info(
            "request",
            metadata: [
                "method": .string(ServerMetrics.known(request.method.rawValue)), "route": .string(context.route),
                "status": .stringConvertible(response.status.code),
                "milliseconds": .stringConvertible(duration.milliseconds),
            ])
        return response
    }
}

extension Duration {
    fileprivate var milliseconds: Int64 { components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000 }
}
