import Auth
import Connections
import Discover
import Foundation
import Matching
import Meetups
import Moderation
import Networking
import OrbitModels
import OrbitStore
import Profiles
import Reputation
import Safety
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// What a request of an operation needs beside its path: its body, and header fields. Whatever the path names is filled in
/// from the world, so an operation without either needs nothing here.
struct AuthorizationRequest: Sendable {
    /// What fills the parameters of paths, by their names, and what bodies name, by the names of their members.
    typealias Identifiers = [String: String]

    /// What a request is made of.
    struct Scene {
        let server: TestServer
        let identifiers: Identifiers
        let caller: Member

        var user: UserID { UserID(self["user_id"]) }
        var meetup: MeetupID { MeetupID(self["meetup_id"]) }

        subscript(_ name: String) -> String { identifiers[name] ?? "" }
    }

    typealias Fields = @Sendable (Scene) async throws -> [(name: String, value: String)]

    private(set) var body: @Sendable (Scene) throws -> Data = { _ in Data() }
    private(set) var fields: Fields = { _ in [] }

    /// One with a JSON body.
    static func json(
        _ fields: @escaping Fields = { _ in [] }, _ body: @escaping @Sendable (Scene) throws -> any Encodable
    ) -> Self {
        Self(
            body: { try OrbitJSON.encoder.encode(body($0)) },
            fields: { try await fields($0) + [("Content-Type", "application/json")] })
    }

    static let all: [String: AuthorizationRequest] = [
        "sendCode": .json { _ in SendCodeRequest(email: "another@stanford.edu") },
        "verifyCode": .json {
            VerifyCodeRequest(email: "new@stanford.edu", code: $0["code"], challengeID: ChallengeID($0["challenge_id"]))
        },
        "refreshSession": .json { RefreshRequest(refreshToken: RefreshToken($0["refresh_token"])) },
        "logOut": .json { RefreshRequest(refreshToken: RefreshToken($0["refresh_token"])) },
        "updateMe": .json(version(AccountRecord.self, \.entityTag)) { _ in Profile.sound("New Name") },
        "uploadPhoto": Self(
            body: { _ in photo }, fields: { _ in [("Content-Type", "multipart/form-data; boundary=b")] }),
        "noteSeen": .json { SeenRequest(userIDs: [$0.user]) },
        "setDealbreakers": .json(
            { scene in
                try await scene.server.store.read {
                    [("If-Match", try TasteRecord.of(scene.caller.id, in: $0).entityTag.rawValue)]
                }
            }, { _ in Named(Dealbreakers(ages: 20...30)) }),
        "sendPoke": .json { SendPokeRequest(toUserID: $0.user, note: .hello) },
        "clearPokes": .json { ClearPokesRequest.from($0.user) },
        "setSuggestionConsent": .json { _ in Named(SuggestionConsent(toMe: true, toHosts: true)) },
        "createMeetup": .json { $0.server.entry() },
        "editMeetup": .json({ [("If-Match", "\"\($0.meetup)-0-host\"")] }, { $0.server.entry("Go") }),
        "cancelMeetup": .json { _ in CancelMeetupRequest(reason: .weather) },
        "joinMeetup": .json { _ in JoinMeetupRequest() },
        "invitePeople": .json { InvitePeopleRequest(userIDs: [UserID($0["invitee_id"])]) },
        "replyToInvitation": .json { _ in InvitationReplyRequest(reply: .yes) },
        "declineJoinRequest": .json { _ in DeclineRequestRequest() },
        "writePost": .json { _ in PostRequest(text: "Me too") },
        "comment": .json { _ in PostRequest(text: "Me too") },
        "sendReport": .json { SendReportRequest(about: .person($0.user), reason: .insult) },
        "appealReport": .json { _ in AppealRequest(text: "Look again.") },
        "appealDecision": .json { _ in AppealRequest(text: "It was not me.") },
        "readSuspension": .json { suspended($0) },
        "eraseSuspended": .json { suspended($0) },
        "appealSuspension": .json {
            SuspendedAppealRequest(
                email: suspended($0).email, code: suspended($0).code, challengeID: suspended($0).challengeID,
                decisionID: "ban", text: "It was not me.")
        },
        "decideCase": .json { _ in DecideCaseRequest(through: 1, action: .warn, reason: .insult, note: "Seen.") },
        "liftDecision": .json { _ in LiftRequest(note: "Enough.") },
        "decideAppeal": .json { _ in DecideAppealRequest(overturns: true, note: "Seen.") },
        "giveRating": .json { GiveRatingRequest(of: $0.user, at: $0.meetup, RatingEntry(stars: 4)) },
        "editRating": .json { _ in RatingEntry(stars: 2) },
        "mutePerson": .json { _ in MuteRequest() },
        "createCheckIn": .json { $0.server.checkInEntry() },
        "extendCheckIn": .json { ExtendCheckInRequest(dueAt: $0.server.after(hours: 40)) },
        "extendPlanShare": .json { _ in ExtendShareRequest(hours: 5) },
    ]

    /// What proves who a person is who cannot sign in.
    private static func suspended(_ scene: Scene) -> SuspendedRequest {
        SuspendedRequest(
            email: scene["suspended_email"], code: scene["suspended_code"],
            challengeID: scene["suspended_challenge_id"])
    }

    private static let photo =
        Data("--b\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"x\"\r\n\r\n".utf8)
        + TestImage.jpeg("another") + Data("\r\n--b--\r\n".utf8)

    /// The version of the caller's own record.
    private static func version<Record: StoreRecord>(
        _ type: Record.Type, _ tag: @escaping @Sendable (Record) -> EntityTag
    ) -> Fields {
        { scene in
            let record = try await scene.server.store.read { try $0.get(type, scene.caller.id.rawValue) }
            return record.map { [("If-Match", tag($0).rawValue)] } ?? []
        }
    }
}

extension AuthorizationRequest {
    /// What the request of a column is about: its own thing of that kind, as far as it has lost one to a block.
    static func identifiers(
        of operation: String, by column: AuthorizationColumn, in world: AuthorizationWorld
    ) throws -> Identifiers {
        var identifiers = world.identifiers
        if let meetup = world.meetups[operation] { identifiers["meetup_id"] = meetup.rawValue }
        identifiers.merge(world.lost[column] ?? [:]) { $1 }
        if operation == "removeAttendee" { identifiers["user_id"] = try world.person(.attendee).id.rawValue }
        return identifiers
    }

    /// The path with its parameters filled in; `nil` if the world has nothing for one of them.
    static func path(of pattern: String, _ identifiers: Identifiers) -> String? {
        var path = ""
        for segment in pattern.split(separator: "/") {
            let parameter = segment.hasPrefix("{") ? String(segment.dropFirst().dropLast()) : nil
            guard let text = parameter.map({ identifiers[$0] }) ?? String(segment) else { return nil }
            path += "/" + text
        }
        return path
    }
}

extension Contract.RouteHandler {
    /// A request of the operation that is good in all but, maybe, who sends it; `nil` if there is nothing to fill a
    /// parameter of its path with.
    ///
    /// - Parameter fields: header fields beside those that its content needs.
    func request(
        by caller: Member, _ identifiers: AuthorizationRequest.Identifiers, on server: TestServer,
        fields: [(name: String, value: String)]
    ) async throws -> HTTPRequest? {
        guard let path = AuthorizationRequest.path(of: path, identifiers),
            let url = URL(string: "https://orbit.example/api" + path), let method = HTTPMethod(rawValue: method)
        else { return nil }
        let scene = AuthorizationRequest.Scene(server: server, identifiers: identifiers, caller: caller)
        let sample = AuthorizationRequest.all[operation] ?? AuthorizationRequest()
        return HTTPRequest(
            method: method, url: url, headers: HTTPHeaders(lenient: try await sample.fields(scene) + fields),
            body: try sample.body(scene))
    }
}
