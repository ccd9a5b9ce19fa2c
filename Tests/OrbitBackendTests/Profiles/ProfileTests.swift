import Auth
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Profiles
import Testing
import Validation

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct ProfileTests {
    private let server = TestServer()
    private let maya = "maya@stanford.edu"

    private func tag(_ version: Int, of grant: AuthGrant) -> String { "\"\(grant.userID)-\(version)\"" }

    @Test func `a new account has a version but no profile`() async throws {
        let grant = try await server.signIn(maya)
        let response = try await server.me(grant.accessToken)
        let data = try response.payload(ProfileData.self)
        #expect(data == ProfileData(userID: grant.userID, email: maya, profile: nil, profileComplete: false))
        #expect(response.headers[.etag] == tag(1, of: grant))
        #expect(response.field("cache-control") == "private, no-cache")
    }

    @Test func `a saved profile is complete, comes back cleaned, and has a new version`() async throws {
        let grant = try await server.signIn(maya)
        var profile = Profile.valid("  Maya \u{202E} Okafor ")
        profile.statedAge = 99
        let response = try await server.put(profile, token: grant.accessToken, ifMatch: tag(1, of: grant))
        let data = try response.payload(ProfileData.self)
        #expect(data.profileComplete)
        #expect(data.profile?.name == "Maya Okafor")
        #expect(data.profile?.statedAge == nil)
        #expect(data.profile?.birthMonth == BirthMonth(year: 2006, month: 3))
        #expect(response.headers[.etag] == tag(2, of: grant))
        let read = try await server.me(grant.accessToken)
        #expect(read.data == response.data)
        #expect(read.headers[.etag] == tag(2, of: grant))
    }

    @Test(arguments: ["CURRENT", "*", "\"7\", CURRENT", "W/\"9\",CURRENT"])
    func `a change with the current version is accepted`(_ field: String) async throws {
        let grant = try await server.signIn(maya)
        let field = field.replacing("CURRENT", with: tag(1, of: grant))
        #expect(try await server.put(.valid(), token: grant.accessToken, ifMatch: field).status == 200)
    }

    @Test(arguments: ["\"1\"", "NEXT", "W/CURRENT", "1", "", "\"1", "\"\"", "🪐", "\"1\u{e9}\"", "x CURRENT"])
    func `a change whose If-Match field does not match the current version is refused`(_ field: String) async throws {
        let grant = try await server.signIn(maya)
        let field = field.replacing("CURRENT", with: tag(1, of: grant)).replacing("NEXT", with: tag(2, of: grant))
        let response = try await server.put(.valid(), token: grant.accessToken, ifMatch: field)
        #expect(response.status == 412)
        #expect(response.code == .versionConflict)
        #expect(try await server.me(grant.accessToken).payload(ProfileData.self).profile == nil)
    }

    @Test(arguments: ["Mars/Olympus", "Nowhere"])
    func `a profile with an unknown time zone is invalid, not malformed`(_ zone: String) async throws {
        let grant = try await server.signIn(maya)
        let response = try await server.send(
            .put, "/users/me", token: grant.accessToken,
            headers: [("Content-Type", "application/json"), ("If-Match", tag(1, of: grant))],
            body: Data(#"{"name":"Maya","availability":{"time_zone":"\#(zone)","hours":{"mon":[9]}}}"#.utf8))
        #expect(response.status == 422)
        #expect(response.problem?.fields == [FieldFailure(path: "availability.time_zone", code: .unknownValue)])
    }

    @Test func `a change without a version is refused`() async throws {
        let grant = try await server.signIn(maya)
        let response = try await server.put(.valid(), token: grant.accessToken, ifMatch: nil)
        #expect(response.status == 428)
        #expect(response.code == .versionRequired)
    }

    @Test func `only one of many concurrent changes to a version is accepted`() async throws {
        let grant = try await server.signIn(maya)
        let statuses = try await withThrowingTaskGroup { group in
            for number in 0..<20 {
                group.addTask { [self] in
                    try await server.put(.valid("Maya \(number)"), token: grant.accessToken, ifMatch: tag(1, of: grant))
                        .status
                }
            }
            return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(statuses.count { $0 == 200 } == 1)
        #expect(statuses.count { $0 == 412 } == 19)
    }

    @Test(arguments: [("CURRENT", 304), ("W/CURRENT", 304), ("*", 304), ("\"1\"", 200), ("\"2\", CURRENT", 304)])
    func `a version that the caller has is not sent again`(_ field: String, _ status: Int) async throws {
        let grant = try await server.signIn(maya)
        let field = field.replacing("CURRENT", with: tag(1, of: grant))
        let response = try await server.send(
            .get, "/users/me", token: grant.accessToken, headers: [("If-None-Match", field)])
        #expect(response.status == status)
        #expect(response.body.isEmpty == (status == 304))
        #expect(response.headers[.etag] == tag(1, of: grant))
    }

    @Test func `a version of one person does not match another person's profile`() async throws {
        let grant = try await server.signIn(maya)
        let liam = try await server.signIn("liam@stanford.edu")
        let response = try await server.send(
            .get, "/users/me", token: liam.accessToken, headers: [("If-None-Match", tag(1, of: grant))])
        #expect(response.status == 200)
    }

    @Test func `a profile with several errors is refused with all fields at once`() async throws {
        let grant = try await server.signIn(maya)
        var profile = Profile(name: "", bio: String(repeating: "a", count: 501))
        profile.interests = ["music", "Music", "travel"].map { Interest($0) }
        profile.photos = [Photo(id: "somebody-elses", url: "")]
        let response = try await server.put(profile, token: grant.accessToken, ifMatch: "*")
        #expect(response.status == 422)
        #expect(response.code == .invalidInput)
        let fields = try #require(response.problem?.fields)
        let found = Dictionary(uniqueKeysWithValues: fields.map { ($0.path, $0.code) })
        #expect(
            found == [
                "name": .required, "birth_month": .required, "location.city": .required, "bio": .tooLong,
                "interests": .tooFew, "social_preferences.group_size": .required,
                "social_preferences.meeting_frequency": .required, "social_preferences.preferred_times": .tooFew,
                "photos[0]": .notAllowed,
            ])
        #expect(try await server.me(grant.accessToken).headers[.etag] == tag(1, of: grant))
    }

    /// The server's clock shows 15 January 2027.
    @Test(arguments: [
        (2009, 1, 422), (2008, 12, 200), (1925, 12, 422), (1926, 1, 200), (2027, 2, 422), (9_999, 1, 422), (0, 1, 422),
    ])
    func `a birth month is accepted only for ages from 18 to 100`(_ year: Int, _ month: Int, _ status: Int) async throws
    {
        let grant = try await server.signIn(maya)
        var profile = Profile.valid()
        profile.birthMonth = BirthMonth(year: year, month: month)
        let response = try await server.put(profile, token: grant.accessToken, ifMatch: "*")
        #expect(response.status == status)
        if status == 422 { #expect(response.problem?.fields.map(\.path) == ["birth_month"]) }
    }

    @Test func `an age is computed with the day in the time zone of the campus`() async throws {
        // In Kiritimati it is already the first of February while it is still January in Stanford.
        let kiritimati = try #require(TimeZone(identifier: "Pacific/Kiritimati"))
        let stanford = try #require(TimeZone(identifier: "America/Los_Angeles"))
        for (zone, status) in [(kiritimati, 200), (stanford, 422)] {
            let server = TestServer { $0.campusTimeZone = zone }
            server.clock.jumpDate(by: .seconds(16 * 86_400 + 4 * 3_600))
            let grant = try await server.signIn(maya)
            var profile = Profile.valid()
            profile.birthMonth = BirthMonth(year: 2009, month: 1)
            #expect(try await server.put(profile, token: grant.accessToken, ifMatch: "*").status == status)
        }
    }

    @Test(arguments: [(2, 422), (3, 200), (10, 200), (11, 422)])
    func `a profile needs three to ten interests`(_ count: Int, _ status: Int) async throws {
        let grant = try await server.signIn(maya)
        let interests = Interest.predefined.prefix(count).map(\.id)
        let response = try await server.put(.valid(interests: interests), token: grant.accessToken, ifMatch: "*")
        #expect(response.status == status)
        if status == 422 { #expect(response.problem?.fields.map(\.path) == ["interests"]) }
    }

    @Test func `an unknown value in a profile is refused`() async throws {
        let grant = try await server.signIn(maya)
        var profile = Profile.valid()
        profile.friendshipGoals = [.closeFriends, FriendshipGoal(rawValue: "call me on 555-0100")]
        let response = try await server.put(profile, token: grant.accessToken, ifMatch: "*")
        #expect(response.status == 422)
        #expect(response.problem?.fields.map(\.path) == ["friendship_goals[1]"])
        #expect(response.problem?.fields.map(\.severity) == [.block])
    }

    @Test func `JSON members that the person cannot set are ignored`() async throws {
        let grant = try await server.signIn(maya)
        var body = try OrbitJSON.encoder.encode(Profile.valid())
        body =
            body.dropLast() + Data(#","id":"x","user_id":"x","email":"x@stanford.edu","profile_complete":false}"#.utf8)
        let response = try await server.send(
            .put, "/users/me", token: grant.accessToken,
            headers: [("Content-Type", "application/json"), ("If-Match", "*")], body: body)
        let data = try response.payload(ProfileData.self)
        #expect(data.userID == grant.userID)
        #expect(data.email == maya)
        #expect(data.profileComplete)
    }
}
