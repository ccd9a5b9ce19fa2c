/// The header fields and the counter of all responses that channel handlers send. These responses do not pass the
/// router.
struct LimitResponses: Sendable {
    var securityHeaders = SecurityHeaders(isSecure: false)
    /// Counts the status of a response, for metrics.
    var count: @Sendable (_ status: Int) -> Void = { _ in }
}
