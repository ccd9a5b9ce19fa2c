import Auth
import Foundation
import Moderation
import Networking
import OrbitBackend
import OrbitModels
import Safety

/// Creates reports, decisions and appeals, and suspends people.
extension HostileWorld {
    mutating func makeCases() async throws {
        let accused = campus.residents.dropLast(HostileFeed.people).suffix(6 * HostileRequest.tries)
        func group(_ number: Int) -> [User] {
            Array(accused.dropFirst(number * HostileRequest.tries).prefix(HostileRequest.tries))
        }
        let (open, banned, barred, leaving) = (group(0), group(1), group(2), group(3))
        for person in open + banned + barred + leaving { _ = try await report(person.id, by: others[0]) }
        subjects["/moderation/cases/{case_id}/decide"] = try await cases(of: open.map(\.id)).map(\.id.rawValue)
        subjects["/moderation/decisions/{decision_id}/lift"] = try await decide(.ban, of: banned.map(\.id))
        subjects["/suspension/appeal"] = try await decide(.ban, of: barred.map(\.id))
        _ = try await decide(.ban, of: leaving.map(\.id))
        var warnings: [String] = []
        for reporter in others[1...HostileRequest.tries] {
            _ = try await report(ownerID, by: reporter)
            warnings += try await decide(.warn, of: [ownerID])
        }
        subjects["/decisions/{decision_id}/appeal"] = warnings
        subjects["/reports/{report_id}/appeal"] = try await dismissed(group(4), by: owner)
        let appealed = try await dismissed(group(5), by: others[4])
        // A report can be appealed against once a job has stored its outcome.
        try await campus.backend.runScheduledWork()
        for id in appealed {
            try await campus.send(.post, "/reports/\(id)/appeal", AppealRequest(text: "Look again."), by: others[4])
        }
        let appeals: Page<ModerationAppeal> = try await campus.payload(
            .get, "/moderation/appeals?limit=100", by: moderators[1])
        subjects["/moderation/appeals/{appeal_id}/decide"] = appeals.list.elements.map(\.id.rawValue)
        suspended = try await codes(of: barred.map(\.email), net: 1)
        erased = try await codes(of: leaving.map(\.email), net: 2)
    }

    /// Creates codes for new accounts, and sessions of other people.
    mutating func makeCodes() async throws {
        for number in 1...HostileRequest.tries {
            let unused = try await code(of: "code\(number)@orbit.example", origin: "10.8.3.\(number)")
            codes.append(unused)
            let origin = "10.8.4.\(number)"
            let body = try await code(of: "session\(number)@orbit.example", origin: origin)
            let grant: AuthGrant = try await campus.respond(.post, "/auth/verify-code", body, origin: origin)
            refreshTokens.append(grant.refreshToken)
        }
    }

    private func code(of address: String, origin: String) async throws -> VerifyCodeRequest {
        let sent: CodeSent = try await campus.respond(
            .post, "/auth/send-code", SendCodeRequest(email: address), origin: origin)
        return VerifyCodeRequest(email: address, code: "123456", challengeID: sent.challengeID)
    }

    private func codes(of addresses: [String], net: Int) async throws -> [SuspendedRequest] {
        var bodies: [SuspendedRequest] = []
        for (number, address) in addresses.enumerated() {
            let body = try await code(of: address, origin: "10.8.\(net).\(number + 1)")
            bodies.append(
                SuspendedRequest(email: address, code: body.code, challengeID: body.challengeID.rawValue))
        }
        return bodies
    }

    private func report(_ person: UserID, by reporter: BenchmarkDevice) async throws -> String {
        let body = SendReportRequest(about: .person(person), reason: .insult)
        let sent: Keyed<Report> = try await campus.payload(.post, "/reports", body, by: reporter)
        return sent.value.id.rawValue
    }

    /// Creates reports of people that are dismissed.
    private func dismissed(_ people: [User], by reporter: BenchmarkDevice) async throws -> [String] {
        var reports: [String] = []
        for person in people { reports.append(try await report(person.id, by: reporter)) }
        _ = try await decide(.dismiss, of: people.map(\.id))
        return reports
    }

    /// The open cases about people, in the order of the people.
    private func cases(of people: [UserID]) async throws -> [CaseSummary] {
        let queue: Page<CaseSummary> = try await campus.payload(
            .get, "/moderation/cases?limit=100", by: moderators[0])
        return people.compactMap { person in queue.list.elements.first { $0.userID == person } }
    }

    /// Decides about all reports of each person.
    ///
    /// - Returns: The identifiers of the decisions, in the order of the people.
    private func decide(_ action: ModerationAction, of people: [UserID]) async throws -> [String] {
        var decisions: [String] = []
        for file in try await cases(of: people) {
            let body = DecideCaseRequest(through: file.through, action: action, reason: .insult, note: "Seen.")
            let decision: Keyed<ModeratedDecision> = try await campus.payload(
                .post, "/moderation/cases/\(file.id)/decide", body, by: moderators[0])
            decisions.append(decision.value.decision.id.rawValue)
        }
        return decisions
    }
}
