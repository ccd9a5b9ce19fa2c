public import Networking
public import OrbitModels

/// Reports people and things, and tells what came of it.
public struct ReportService: Sendable {
    private let client: APIClient

    /// Creates a service that sends its requests through `client`.
    public init(client: APIClient) {
        self.client = client
    }

    /// Reports something; the response is the receipt.
    public func send(_ report: SendReportRequest, key: IdempotencyKey) async throws -> Report {
        try await client.value(of: Endpoint(ReportRoutes.send).json(report).idempotent(key))
    }

    /// One page of the user's own reports, the latest first.
    ///
    /// - Parameters:
    ///   - cursor: `nextCursor` of the page before; `nil` for the first.
    ///   - limit: how many, 1 to 100.
    public func reports(after cursor: String? = nil, limit: Int = 20) async throws -> Response<Page<Report>> {
        try await client.response(Endpoint(ReportRoutes.mine, after: cursor, limit: limit))
    }

    /// Has another moderator look at a report, once.
    ///
    /// - Throws: a problem with code `not_in_time` before it is decided, `already_decided` if it cannot be appealed
    ///   against any more.
    public func appeal(_ report: ReportID, _ text: String, key: IdempotencyKey) async throws -> Report {
        try await client.value(
            of: Endpoint(ReportRoutes.appeal, parameters: ["report_id": report.rawValue])
                .json(AppealRequest(text: text)).idempotent(key))
    }

    /// One page of what was decided about the user, the latest first.
    ///
    /// - Parameters: as of ``reports(after:limit:)``.
    public func decisions(after cursor: String? = nil, limit: Int = 20) async throws -> Response<Page<Decision>> {
        try await client.response(Endpoint(DecisionRoutes.mine, after: cursor, limit: limit))
    }

    /// Appeals against a decision about the user, once.
    ///
    /// - Throws: as that of a report.
    public func appeal(_ decision: DecisionID, _ text: String, key: IdempotencyKey) async throws -> Decision {
        try await client.value(
            of: Endpoint(DecisionRoutes.appeal, parameters: ["decision_id": decision.rawValue])
                .json(AppealRequest(text: text)).idempotent(key))
    }

    /// What was decided about a person who cannot sign in, with the code of the sign-in that was refused.
    public func decisions(whileSuspended code: SuspendedRequest) async throws -> [Decision] {
        let page: Page<Decision> = try await client.send(Endpoint(DecisionRoutes.whileSuspended).json(code))
        return page.list.elements
    }

    /// Appeals for a person who cannot sign in; the code is used up.
    public func appeal(whileSuspended appeal: SuspendedAppealRequest) async throws -> Decision {
        try await client.value(of: Endpoint(DecisionRoutes.appealWhileSuspended).json(appeal))
    }

    /// Erases the account of a person who cannot sign in; it cannot be undone, and the code is used up. What was decided
    /// holds of a new account of the same mailbox.
    public func erase(whileSuspended code: SuspendedRequest) async throws {
        try await client.perform(Endpoint(DecisionRoutes.eraseWhileSuspended).json(code))
    }
}
