public import Foundation
public import Networking
public import OrbitModels

/// Reads and decides cases and appeals. The server responds with `not_found` to people who are not moderators.
///
/// A repeated request with the same idempotency key has no second effect.
public struct ModerationService: Sendable {
    private let client: APIClient

    /// Creates a service that sends its requests through `client`.
    public init(client: APIClient) {
        self.client = client
    }

    /// Returns one page of the cases that wait, the most urgent first.
    ///
    /// - Parameters:
    ///   - cursor: The `nextCursor` of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of elements, 1 to 100.
    public func cases(after cursor: String? = nil, limit: Int = 20) async throws -> Page<CaseSummary> {
        try await client.send(Endpoint(ModerationRoutes.queue, after: cursor, limit: limit))
    }

    /// Returns a case with the earlier decisions about the person.
    public func file(_ id: CaseID) async throws -> CaseFile {
        try await client.send(Endpoint(ModerationRoutes.caseFile, parameters: ["case_id": id.rawValue]))
    }

    /// Returns one page of the reports of a case, the oldest first.
    ///
    /// - Parameters: See ``cases(after:limit:)``.
    public func reports(
        of id: CaseID, after cursor: String? = nil, limit: Int = 20
    ) async throws -> Page<CaseReport> {
        var endpoint = Endpoint<Page<CaseReport>>(ModerationRoutes.reports, after: cursor, limit: limit)
        endpoint.parameters = ["case_id": id.rawValue]
        return try await client.send(endpoint)
    }

    /// Returns the bytes of a photo that is stored as evidence.
    ///
    /// - Throws: A problem with code `not_found` if the case has no such photo.
    public func photo(_ photo: PhotoID, of id: CaseID) async throws -> Data {
        try await client.content(
            of: Endpoint(ModerationRoutes.photo, parameters: ["case_id": id.rawValue, "photo_id": photo.rawValue]))
    }

    /// Decides about the reports of a case, and returns the decision.
    ///
    /// - Throws: A problem with code `already_decided` if another moderator was first.
    public func decide(
        _ id: CaseID, _ decision: DecideCaseRequest, key: IdempotencyKey
    ) async throws -> ModeratedDecision {
        try await client.value(
            of: Endpoint(ModerationRoutes.decide, parameters: ["case_id": id.rawValue]).json(decision)
                .idempotent(key))
    }

    /// Ends a suspension early, and returns the decision.
    ///
    /// - Throws: A problem with code `already_decided` if the suspension is no longer in force.
    public func lift(_ id: DecisionID, note: String, key: IdempotencyKey) async throws -> ModeratedDecision {
        try await client.value(
            of: Endpoint(ModerationRoutes.lift, parameters: ["decision_id": id.rawValue])
                .json(LiftRequest(note: note)).idempotent(key))
    }

    /// Returns one page of the appeals that wait, the oldest first.
    ///
    /// - Parameters: See ``cases(after:limit:)``.
    public func appeals(after cursor: String? = nil, limit: Int = 20) async throws -> Page<ModerationAppeal> {
        try await client.send(Endpoint(ModerationRoutes.appeals, after: cursor, limit: limit))
    }

    /// Decides about an appeal, and returns it.
    ///
    /// - Parameters:
    ///   - id: The appeal.
    ///   - overturns: Whether the appeal succeeds.
    ///   - note: The reason for other moderators, in the form of ``ModerationTexts/note``.
    ///   - key: Identifies the action.
    /// - Throws: A problem with code `already_decided` if another moderator was first.
    public func decide(
        _ id: AppealID, overturns: Bool, note: String, key: IdempotencyKey
    ) async throws -> ModerationAppeal {
        try await client.value(
            of: Endpoint(ModerationRoutes.decideAppeal, parameters: ["appeal_id": id.rawValue])
                .json(DecideAppealRequest(overturns: overturns, note: note)).idempotent(key))
    }

    /// Returns one page of the audit trail, the latest entry first.
    ///
    /// - Parameters: See ``cases(after:limit:)``.
    public func audit(after cursor: String? = nil, limit: Int = 20) async throws -> Page<AuditEntry> {
        try await client.send(Endpoint(ModerationRoutes.audit, after: cursor, limit: limit))
    }
}
