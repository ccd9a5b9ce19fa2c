import Auth
import Connections
import Discover
import Foundation
import Moderation
import Networking
import OrbitModels
import Profiles
import Safety

/// Requests that the backend accepts, with texts and lists as large as their rules allow. Ratings are excluded, because
/// they require a past meetup.
struct AcceptedRequests {
    let world: HostileWorld

    func all() throws -> [HostileRequest] {
        try signIn() + people() + meetups() + guests() + safety() + suspensions() + moderation()
    }

    /// Adds the tries of an operation, each with its own body.
    ///
    /// - Parameters:
    ///   - path: The path as in the contract.
    ///   - text: The kind of large content in the body.
    ///   - subjects: The subject of each try. If it is `nil`, the subjects are those of ``HostileWorld/subjects``. An
    ///     operation that is not listed there has the same subject in each try.
    ///   - body: Returns the JSON of a try.
    func accept(
        _ method: HTTPMethod, _ path: String, _ text: String, query: String = "", about subjects: [String]? = nil,
        tries: Int? = nil, by sender: BenchmarkDevice? = nil, body: (Int) throws -> Data
    ) throws -> HostileRequest {
        let subjects = subjects ?? world.subjects[path]
        let requests = try (0..<(tries ?? subjects?.count ?? HostileRequest.tries)).map { number in
            let target = subjects.map { world.fill(path, with: $0[number]) } ?? world.fill(path)
            return try HTTPRequest.toCampus(method, target + query, body: body(number))
        }
        return HostileRequest(
            route: "\(method.rawValue) \(path)", text: text, requests: requests,
            sender: sender ?? world.sender(of: path), mustBeAccepted: true)
    }

    func json(_ body: some Encodable) throws -> Data { try OrbitJSON.encoder.encode(body) }

    private func signIn() throws -> [HostileRequest] {
        [
            try accept(.post, "/auth/send-code", "new address") {
                try json(SendCodeRequest(email: "new\($0)@orbit.example"))
            },
            try accept(.post, "/auth/verify-code", "new account") { try json(world.codes[$0]) },
            try accept(.post, "/auth/refresh", "session") {
                try json(RefreshRequest(refreshToken: world.refreshTokens[$0]))
            },
            try accept(.post, "/auth/logout", "session") {
                try json(RefreshRequest(refreshToken: world.refreshTokens[$0]))
            },
        ]
    }

    private func people() throws -> [HostileRequest] {
        // Ten goals for each request, because a longer list is refused.
        let goals =
            #"{"dealbreakers":{"goals":["# + repeatElement(#""networking""#, count: 10).joined(separator: ",") + "]}}"
        let surfaces = #"{"surfaces":["# + repeatElement(#""posts""#, count: 10).joined(separator: ",") + "]}"
        return [
            try accept(.put, "/users/me", "largest profile") { _ in try json(largestProfile) },
            try accept(.put, "/discover/dealbreakers", "ten goals") { _ in Data(goals.utf8) },
            try accept(.post, "/discover/seen", "100 people") { _ in try json(SeenRequest(userIDs: world.people)) },
            try accept(.post, "/pokes", "poke") {
                try json(SendPokeRequest(toUserID: world.strangers[$0], note: .hello))
            },
            try accept(.post, "/pokes/clear", "\(world.others.count) pokes", tries: 1) { _ in
                try json(ClearPokesRequest.sentBefore(world.tomorrow))
            },
            try accept(.post, "/mutes/{user_id}", "ten surfaces", about: world.strangers.map(\.rawValue)) { _ in
                Data(surfaces.utf8)
            },
        ]
    }

    private var largestProfile: Profile {
        var profile = world.profile
        profile.name = HostileTexts.allowed(50)
        profile.major = HostileTexts.allowed(80)
        profile.location?.city = HostileTexts.allowed(80)
        profile.bio = HostileTexts.allowed(500)
        profile.interests = (0..<10).map { Interest(HostileTexts.allowed(30) + "\($0)") }
        let handle = String(repeating: "a", count: 64)
        profile.socials = Socials(Dictionary(uniqueKeysWithValues: (0..<10).map { ("network\($0)", handle) }))
        return profile
    }

    private func safety() throws -> [HostileRequest] {
        let contact = CheckInContact(name: HostileTexts.allowed(80), email: "liam@orbit.example")
        let appeal = try json(AppealRequest(text: HostileTexts.allowed(1_600)))
        return [
            try accept(.post, "/check-ins", "largest texts") { _ in
                try json(
                    CheckInEntry(
                        meetupID: MeetupID(world.fill("{meetup_id}")), dueAt: world.tomorrow, contact: contact,
                        message: HostileTexts.allowed(1_000), sharesPlan: true))
            },
            try accept(.post, "/check-ins/{check_in_id}/extend", "later") {
                try json(ExtendCheckInRequest(dueAt: world.tomorrow.addingTimeInterval(TimeInterval($0 + 1) * 60)))
            },
            try accept(.post, "/meetups/{meetup_id}/share/extend", "longer") {
                try json(ExtendShareRequest(hours: $0 + 1))
            },
            try accept(.post, "/reports", "ten pieces of evidence") {
                try json(largestReport(about: world.strangers[$0]))
            },
            try accept(.post, "/reports/{report_id}/appeal", "largest text") { _ in appeal },
            try accept(.post, "/decisions/{decision_id}/appeal", "largest text") { _ in appeal },
        ]
    }

    func largestReport(about person: UserID) -> SendReportRequest {
        let piece = EvidenceChoice(.text, text: HostileTexts.allowed(1_000))
        return SendReportRequest(
            about: .person(person), reason: .insult, text: HostileTexts.allowed(1_600),
            evidence: Array(repeating: piece, count: 10))
    }

    private func suspensions() throws -> [HostileRequest] {
        let decisions = world.subjects["/suspension/appeal"] ?? []
        return [
            try accept(.post, "/suspension", "suspended account") { try json(world.suspended[$0]) },
            try accept(.post, "/suspension/appeal", "largest text") {
                let proof = world.suspended[$0]
                return try json(
                    SuspendedAppealRequest(
                        email: proof.email, code: proof.code, challengeID: proof.challengeID,
                        decisionID: DecisionID(decisions[$0]), text: HostileTexts.allowed(1_600)))
            },
            try accept(.post, "/suspension/erase", "suspended account") { try json(world.erased[$0]) },
        ]
    }

    private func moderation() throws -> [HostileRequest] {
        let note = HostileTexts.allowed(1_600)
        return [
            try accept(.post, "/moderation/cases/{case_id}/decide", "largest text") { _ in
                try json(DecideCaseRequest(through: 1, action: .ban, reason: .insult, note: note))
            },
            try accept(.post, "/moderation/decisions/{decision_id}/lift", "largest text") { _ in
                try json(LiftRequest(note: note))
            },
            try accept(.post, "/moderation/appeals/{appeal_id}/decide", "largest text") { _ in
                try json(DecideAppealRequest(overturns: true, note: note))
            },
        ]
    }
}
