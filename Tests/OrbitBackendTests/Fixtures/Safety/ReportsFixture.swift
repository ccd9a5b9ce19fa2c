import Foundation
import Moderation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Safety
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

extension FeatureFixture {
    static let reports = FeatureFixture(
        contract: [.reports, .moderation],
        accessMatrix: AccessFixture(
            requests: requests,
            kinds: [
                "report": AccessFixture.Kind(isOfParties: true), "decision": AccessFixture.Kind(isOfParties: true),
            ],
            // People do not report themselves.
            exceptions: [.init(operation: "sendReport", column: .owner, response: .problem(422, .invalidInput))],
            steps: [
                .last: {
                    try await $0.makeReports()
                    try await $0.makeSuspended()
                }
            ]),
        blockMatrix: BlockFixture(
            rows: rows, privateParameters: ["report_id", "decision_id"], pathsIndependentOfConnection: ["/reports"],
            steps: [.privateThings: { try await $0.makeReport(by: $1) }]),
        life: [.met: { try await $0.report() }],
        archive: ArchiveFixture(
            sections: ["reports"],
            changedScreens: ["/reports": "They wait for the moderators of the other server."]))

    private static let requests: [String: AuthorizationRequest] = [
        "sendReport": .json { SendReportRequest(about: .person($0.user), reason: .insult) },
        "appealReport": .json { _ in AppealRequest(text: "Look again.") },
        "appealDecision": .json { _ in AppealRequest(text: "It was not me.") },
        "decideCase": .json { _ in DecideCaseRequest(through: 1, action: .warn, reason: .insult, note: "Seen.") },
        "liftDecision": .json { _ in LiftRequest(note: "Enough.") },
        "decideAppeal": .json { _ in DecideAppealRequest(overturns: true, note: "Seen.") },
    ]

    private static let rows: [String: BlockRow] = [
        "listDecisions": .ofCaller,
        "listReports": .silent("It names people whom the caller has reported, and no others."),
        "listAppeals": .moderation, "listCaseReports": .moderation, "listCases": .moderation,
        "readAudit": .moderation, "readCase": .moderation, "readEvidencePhoto": .moderation, "appealDecision": .own,
        "appealReport": .own,
        "sendReport": .excepted("A person can always be reported, and every report gets a receipt of its own."),
        "decideAppeal": .moderation, "decideCase": .moderation, "liftDecision": .moderation,
    ]
}

extension AuthorizationWorld {
    private static let banning = DecideCaseRequest(through: 1, action: .ban, reason: .insult, note: "Seen.")

    /// Returns a ban of a person, from a case of its own.
    private static func ban(_ id: DecisionID, of person: UserID, at now: Date) -> DecisionRecord {
        let file = CaseRecord(ReportedItem(about: .person(person), accused: person), on: "stanford.edu", at: now)
        return DecisionRecord(id, of: file, by: "moderator", banning, at: now)
    }

    /// Makes a report by the owner with the outcome "nothing found", a decision about the owner, and a person who is
    /// suspended.
    fileprivate mutating func makeReports() async throws {
        let (owner, now) = (try person(.owner), server.clock.date)
        let sent = try await server.reported(.person(person(.stranger).id), by: owner)
        try await server.reported(
            .person(owner.id), evidence: [EvidenceChoice(.photos)], by: person(.match))
        let barred = try await server.signIn("barred@stanford.edu").userID
        let (ownerID, stranger) = (owner.id, try person(.stranger).id)
        try await server.store.transaction { transaction in
            var report = try #require(try transaction.get(ReportRecord.self, sent.id.rawValue))
            (report.outcome, report.decidedAt) = (.nothingFound, now)
            try transaction.put(report)
            let file = try #require(try CaseRecord.of(.person(ownerID), in: transaction))
            let decision = DecisionRecord("decision", of: file, by: "moderator", Self.banning, at: now)
            try transaction.put(decision)
            try transaction.put(AppealRecord("appeal", against: decision, by: stranger, "No.", at: now))
            try transaction.put(Self.ban("ban", of: barred, at: now))
            var account = try #require(try transaction.get(AccountRecord.self, barred.rawValue))
            account.suspensions = [Suspension(decisionID: "ban", until: nil)]
            try transaction.put(account)
        }
        identifiers.merge(
            [
                "report_id": sent.id.rawValue, "decision_id": "decision", "appeal_id": "appeal",
                "case_id": CaseRecord.id(of: .person(ownerID)).rawValue,
            ]
        ) { $1 }
        server.clock.advance(by: .seconds(60))
        let challenge = try await server.challenge(for: "barred@stanford.edu")
        identifiers["suspended_email"] = "barred@stanford.edu"
        identifiers["suspended_code"] = try server.mailTransport.code(for: "barred@stanford.edu")
        identifiers["suspended_challenge_id"] = challenge.rawValue
    }

    /// Suspends a person, who keeps the token.
    fileprivate func makeSuspended() async throws {
        let (suspended, now) = (try person(.suspended).id, server.clock.date)
        try await server.backend.context.commit(at: now) { transaction in
            let decision = Self.ban("of suspended", of: suspended, at: now)
            try transaction.put(decision)
            try transaction.get(AccountRecord.self, suspended.rawValue)?.suspend(by: decision, in: transaction)
        }
    }
}

extension BlockWorld {
    /// Reports the other person. No report is decided.
    fileprivate mutating func makeReport(by number: Int) async throws {
        let other = pair[1 - number].id
        own[number]["report_id"] = [try await server.reported(.person(other), by: pair[number]).id.rawValue]
        own[number]["decision_id"] = [Self.never]
    }
}

extension FullLife {
    /// Has both report each other.
    fileprivate func report() async throws {
        #expect(try await server.report(.person(person.id), by: match).status == 200)
        #expect(try await server.report(.person(match.id), by: person).status == 200)
    }
}
