import Auth
import Foundation
import Moderation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Safety
import Testing
import Validation

@testable import BackendRuntime
@testable import OrbitBackend

/// HTTP requests of people about reports, and of moderators about cases.
extension TestServer {
    /// A server on which these people are moderators.
    static func moderated(
        by names: String..., store: any BackendStore = TestStore.make(), seed: UInt64 = 1
    ) throws -> TestServer {
        let moderators = try names.map { try EmailAddress("\($0)@stanford.edu") }
        return TestServer(store: store, seed: seed) { configuration in
            configuration.campusCentre = centre
            configuration.moderators = moderators
            configuration.codesPerOrigin = 1_000
        }
    }

    func report(
        _ about: ReportSubject, _ reason: ReportReason = .insult, text: String = "", evidence: [EvidenceChoice] = [],
        by member: Member, key: String? = nil
    ) async throws -> HTTPResponse {
        try await post(
            "/reports", SendReportRequest(about: about, reason: reason, text: text, evidence: evidence),
            token: member.token, headers: key.map { [("Idempotency-Key", $0)] } ?? [])
    }

    /// Sends a report that is accepted.
    @discardableResult
    func reported(
        _ about: ReportSubject, _ reason: ReportReason = .insult, evidence: [EvidenceChoice] = [], by member: Member
    ) async throws -> Report {
        try await report(about, reason, evidence: evidence, by: member).payload(Keyed<Report>.self).value
    }

    func reports(_ member: Member) async throws -> [Report] {
        try await send(.get, "/reports", token: member.token).payload(Page<Report>.self).list.elements
    }

    func decisions(_ member: Member) async throws -> [Decision] {
        try await send(.get, "/decisions", token: member.token).payload(Page<Decision>.self).list.elements
    }

    /// Stores earlier decisions about a person, without reports. Decision `n` is of `n` seconds ago.
    func storeDecisions(_ count: Int, of person: UserID) async throws {
        let now = clock.date
        try await store.transaction { transaction in
            let file = CaseRecord(ReportedItem(about: .person(person), accused: person), on: "stanford.edu", at: now)
            let body = DecideCaseRequest(through: 1, action: .warn, reason: .insult, note: "Seen.")
            for number in 1...count {
                let earlier = now.addingTimeInterval(-Double(number))
                try transaction.put(DecisionRecord(DecisionID("\(number)"), of: file, by: "mo", body, at: earlier))
            }
        }
    }

    func appeal(_ report: ReportID, by member: Member) async throws -> HTTPResponse {
        try await post("/reports/\(report)/appeal", AppealRequest(text: "Look again."), token: member.token)
    }

    func appeal(_ decision: DecisionID, by member: Member) async throws -> HTTPResponse {
        try await post("/decisions/\(decision)/appeal", AppealRequest(text: "It was not me."), token: member.token)
    }

    func queue(_ member: Member, query: String = "") async throws -> [CaseSummary] {
        try await send(.get, "/moderation/cases\(query)", token: member.token).payload(Page<CaseSummary>.self)
            .list.elements
    }

    func reports(of id: CaseID, as member: Member) async throws -> [CaseReport] {
        try await send(.get, "/moderation/cases/\(id)/reports", token: member.token).payload(Page<CaseReport>.self)
            .list.elements
    }

    func decide(
        _ file: CaseSummary, _ action: ModerationAction, days: Int? = nil, through: Int? = nil,
        removesContent: Bool = false, by member: Member, key: String? = nil
    ) async throws -> HTTPResponse {
        try await post(
            "/moderation/cases/\(file.id)/decide",
            DecideCaseRequest(
                through: through ?? file.through, action: action, reason: .insult, note: "Seen.", days: days,
                removesContent: removesContent),
            token: member.token, headers: key.map { [("Idempotency-Key", $0)] } ?? [])
    }

    /// Decides the first case of the queue.
    @discardableResult
    func decideFirstCase(
        _ action: ModerationAction, days: Int? = nil, removesContent: Bool = false, by member: Member
    ) async throws -> ModeratedDecision {
        let file = try #require(try await queue(member).first)
        return try await decide(file, action, days: days, removesContent: removesContent, by: member)
            .payload(Keyed<ModeratedDecision>.self).value
    }

    func lift(_ decision: DecisionID, by member: Member) async throws -> HTTPResponse {
        try await post(
            "/moderation/decisions/\(decision)/lift", LiftRequest(note: "Enough."), token: member.token)
    }

    func appeals(_ member: Member) async throws -> [ModerationAppeal] {
        try await send(.get, "/moderation/appeals", token: member.token).payload(Page<ModerationAppeal>.self)
            .list.elements
    }

    func decide(_ appeal: AppealID, overturns: Bool, by member: Member) async throws -> HTTPResponse {
        try await post(
            "/moderation/appeals/\(appeal)/decide", DecideAppealRequest(overturns: overturns, note: "Seen."),
            token: member.token)
    }

    func audit(_ member: Member) async throws -> [AuditEntry] {
        try await send(.get, "/moderation/audit", token: member.token).payload(Page<AuditEntry>.self).list.elements
    }

    /// Tries to sign in. Returns the response and the code that was used.
    func trySignIn(_ address: String) async throws -> (response: HTTPResponse, code: SuspendedRequest) {
        let challenge = try await challenge(for: address)
        let code = try mailTransport.code(for: address)
        let response = try await verify(address, code: code, challenge: challenge)
        return (response, SuspendedRequest(email: address, code: code, challengeID: challenge.rawValue))
    }

    /// Advances the clock by the week of a person's suspension, which ends without a request. Then runs the scheduled
    /// work, and returns the kinds of the events that it sends to the first person.
    func kindsAfterSuspension(of suspended: Int, _ people: inout [Member]) async throws -> [EventKind] {
        let others = people.indices.filter { $0 != suspended }
        var members = others.map { people[$0] }
        try await deferringWork { try await advanceTime(days: 7, &members) }
        for (index, member) in zip(others, members) { people[index] = member }
        let slices = try await slices(of: [people[0]]) { try await backend.runScheduledWork() }
        return slices[0].events.map(\.kind)
    }
}
