public import Foundation
public import Networking
public import OrbitModels

/// What moderators see and decide. To all others the server says that nothing is there.
public struct ModerationService: Sendable {
    private let client: APIClient

    /// Creates a service that sends its requests through `client`.
    public init(client: APIClient) {
        self.client = client
    }

    /// One page of the cases that wait, the most urgent first.
    ///
    /// - Parameters:
    ///   - cursor: `nextCursor` of the page before; `nil` for the first.
    ///   - limit: how many, 1 to 100.
    public func cases(after cursor: String? = nil, limit: Int = 20) async throws -> Page<CaseSummary> {
        try await client.send(Endpoint(ModerationRoutes.queue, after: cursor, limit: limit))
    }

    /// A case with what was decided before.
    public func file(_ id: CaseID) async throws -> CaseFile {
        try await client.send(Endpoint(ModerationRoutes.caseFile, parameters: ["case_id": id.rawValue]))
    }

    /// One page of the reports of a case, the oldest first.
    ///
    /// - Parameters: as of ``cases(after:limit:)``.
    public func reports(
        of id: CaseID, after cursor: String? = nil, limit: Int = 20
    ) async throws -> Page<CaseReport> {
        var endpoint = Endpoint<Page<CaseReport>>(ModerationRoutes.reports, after: cursor, limit: limit)
        endpoint.parameters = ["case_id": id.rawValue]
        return try await client.send(endpoint)
    }

    /// The bytes of a photo that is kept as evidence.
    ///
    /// - Throws: a problem with code `not_found` if the case has no such photo.
    public func photo(_ photo: PhotoID, of id: CaseID) async throws -> Data {
        try await client.content(
            of: Endpoint(ModerationRoutes.photo, parameters: ["case_id": id.rawValue, "photo_id": photo.rawValue]))
    }

    /// Decides about the reports of a case.
    ///
    /// - Throws: a problem with code `already_decided` if another moderator was first.
    public func decide(
        _ id: CaseID, _ decision: DecideCaseRequest, key: IdempotencyKey
    ) async throws -> ModeratedDecision {
        try await client.value(
            of: Endpoint(ModerationRoutes.decide, parameters: ["case_id": id.rawValue]).json(decision)
                .idempotent(key))
    }

    /// Ends a suspension early.
    ///
    /// - Throws: as ``decide(_:_:key:)``.
    public func lift(_ id: DecisionID, note: String, key: IdempotencyKey) async throws -> ModeratedDecision {
        try await client.value(
            of: Endpoint(ModerationRoutes.lift, parameters: ["decision_id": id.rawValue])
                .json(LiftRequest(note: note)).idempotent(key))
    }

    /// One page of the appeals that wait, the oldest first.
    ///
    /// - Parameters: as of ``cases(after:limit:)``.
    public func appeals(after cursor: String? = nil, limit: Int = 20) async throws -> Page<ModerationAppeal> {
        try await client.send(Endpoint(ModerationRoutes.appeals, after: cursor, limit: limit))
    }

    /// Decides about an appeal.
    ///
    /// - Throws: as ``decide(_:_:key:)``.
    public func decide(
        _ id: AppealID, overturns: Bool, note: String, key: IdempotencyKey
    ) async throws -> ModerationAppeal {
        try await client.value(
            of: Endpoint(ModerationRoutes.decideAppeal, parameters: ["appeal_id": id.rawValue])
                .json(DecideAppealRequest(overturns: overturns, note: note)).idempotent(key))
    }

    /// One page of what moderators have done, the latest first.
    ///
    /// - Parameters: as of ``cases(after:limit:)``.
    public func audit(after cursor: String? = nil, limit: Int = 20) async throws -> Page<AuditEntry> {
        try await client.send(Endpoint(ModerationRoutes.audit, after: cursor, limit: limit))
    }
}
