public import Networking
public import OrbitModels

/// Sends reports and appeals, and reads their outcomes and the decisions about the user.
///
/// A repeated request with the same idempotency key has no second effect.
public struct ReportService: Sendable {
    private let client: APIClient

    /// Creates a service that sends its requests through `client`.
    public init(client: APIClient) {
        self.client = client
    }

    /// Sends a report, and returns it with its receipt.
    public func send(_ report: SendReportRequest, key: IdempotencyKey) async throws -> Report {
        try await client.value(of: Endpoint(ReportRoutes.send).json(report).idempotent(key))
    }

    /// Returns one page of the user's own reports, the latest first.
    ///
    /// - Parameters:
    ///   - cursor: The `nextCursor` of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of elements, 1 to 100.
    public func reports(after cursor: String? = nil, limit: Int = 20) async throws -> Response<Page<Report>> {
        try await client.response(Endpoint(ReportRoutes.mine, after: cursor, limit: limit))
    }

    /// Appeals against the outcome of a report, once. Another moderator decides.
    ///
    /// - Throws: A problem with code `not_in_time` if the report is not decided yet. A problem with code
    ///   `already_decided` if a measure was taken, or if the user has already appealed.
    public func appeal(_ report: ReportID, _ text: String, key: IdempotencyKey) async throws -> Report {
        try await client.value(
            of: Endpoint(ReportRoutes.appeal, parameters: ["report_id": report.rawValue])
                .json(AppealRequest(text: text)).idempotent(key))
    }

    /// Returns one page of the decisions about the user, the latest first.
    ///
    /// - Parameters: See ``reports(after:limit:)``.
    public func decisions(after cursor: String? = nil, limit: Int = 20) async throws -> Response<Page<Decision>> {
        try await client.response(Endpoint(DecisionRoutes.mine, after: cursor, limit: limit))
    }

    /// Appeals against a decision about the user, once.
    ///
    /// - Throws: A problem with code `already_decided` if the user has already appealed.
    public func appeal(_ decision: DecisionID, _ text: String, key: IdempotencyKey) async throws -> Decision {
        try await client.value(
            of: Endpoint(DecisionRoutes.appeal, parameters: ["decision_id": decision.rawValue])
                .json(AppealRequest(text: text)).idempotent(key))
    }

    /// Returns the decisions about a person who cannot sign in. The code is that of the refused sign-in, and remains
    /// valid.
    public func decisions(whileSuspended code: SuspendedRequest) async throws -> [Decision] {
        let page: Page<Decision> = try await client.send(Endpoint(DecisionRoutes.whileSuspended).json(code))
        return page.list.elements
    }

    /// Appeals for a person who cannot sign in. The code is used up.
    public func appeal(whileSuspended appeal: SuspendedAppealRequest) async throws -> Decision {
        try await client.value(of: Endpoint(DecisionRoutes.appealWhileSuspended).json(appeal))
    }

    /// Erases the account of a person who cannot sign in. The code is used up.
    ///
    /// The erasure cannot be undone. The decisions apply to a new account of the same mailbox as well.
    public func erase(whileSuspended code: SuspendedRequest) async throws {
        try await client.perform(Endpoint(DecisionRoutes.eraseWhileSuspended).json(code))
    }
}
