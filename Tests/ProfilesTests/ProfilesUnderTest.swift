import DurableFiles
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Profiles
import Testing
import TimeAndChance

/// The response of `/users/me`.
func mine(_ profile: Profile?, isComplete: Bool = false, version: Int = 1) throws -> HTTPResponse {
    try .success(
        ProfileData(userID: "u_1", email: "maya@stanford.edu", profile: profile, profileComplete: isComplete),
        entityTag: EntityTag(rawValue: "\"\(version)\""))
}

/// A profile with all members that the rules require.
let completeProfile = Profile(
    name: "Maya",
    birthMonth: BirthMonth("2005-04"),
    location: Location(city: "Palo Alto"),
    interests: ["music", "travel", "nature"].map { Interest($0) },
    socialPreferences: SocialPreferences(groupSize: .small, meetingFrequency: .weekly, preferredTimes: [.evenings]))

/// A photo that differs by its number.
func jpeg(_ number: UInt8 = 0) -> Data {
    Data(SampleJPEG.plain(number))
}

/// A profile with all members.
func fullProfile() throws -> Profile {
    var profile = completeProfile
    profile.statedAge = 21
    profile.major = "Physics"
    profile.location = Location(
        city: "Palo Alto", state: "CA", coordinates: Coordinates(latitude: 37.44, longitude: -122.14))
    profile.bio = "Stargazing, ramen and bad puns 🌱"
    profile.photos = [photo("a"), photo("b")]
    profile.personality = Personality(
        introvertExtrovert: UnitInterval(0.25), spontaneousPlanner: UnitInterval(0.5), activeRelaxed: UnitInterval(1))
    profile.friendshipGoals = [.studyBuddies, .closeFriends]
    profile.availability = WeeklyAvailability(timeZone: .gmt, hours: try #require(HourSet("Mon, Wed 9–12 · Tue 17–19")))
    profile.sports = [SportEntry(sport: .climbing, level: .beginner), SportEntry(sport: .yoga, level: .advanced)]
    profile.socials = Socials(["instagram": "maya.draws"])
    profile.visibility = ProfileVisibility([.bio: .matches])
    return profile
}

func photo(_ id: PhotoID) -> Photo { Photo(id: id, url: "/users/u_1/photos/\(id)") }

/// The members of a profile, by their names on the wire, each as JSON.
func members(of profile: Profile) throws -> [String: String] {
    let json = try JSONSerialization.jsonObject(with: OrbitJSON.encoder.encode(profile))
    return try #require(json as? [String: Any]).mapValues { member in
        let text = try JSONSerialization.data(withJSONObject: member, options: [.fragmentsAllowed, .sortedKeys])
        return String(decoding: text, as: UTF8.self)
    }
}

/// A folder for each test, removed with the last reference.
final class DraftDirectory: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "orbitkit-\(UUID())")
            .path(percentEncoded: false)
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit {
        // Files that remain in the temporary folder are harmless.
        try? FileManager.default.removeItem(atPath: path)
    }

    var drafts: DurableFile { DurableFile("profile-draft", in: PrivateDirectory("app", under: path)) }
}
