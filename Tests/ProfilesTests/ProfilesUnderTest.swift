import DurableFiles
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Profiles
import TimeAndChance

func client(_ stub: StubTransport, time: any TimeSource) throws -> APIClient {
    APIClient(
        server: try ServerAddress("https://orbit.example/api"), transport: stub, retry: RetryPolicy(maxAttempts: 1),
        time: time, random: .seeded(1))
}

/// The answer of `/users/me`.
func mine(_ profile: Profile?, isComplete: Bool = false, version: Int = 1) throws -> HTTPResponse {
    try .success(
        ProfileData(userID: "u_1", email: "maya@stanford.edu", profile: profile, profileComplete: isComplete),
        entityTag: EntityTag(rawValue: "\"\(version)\""))
}

/// All that the rules ask for.
let completeProfile = Profile(
    name: "Maya",
    birthMonth: BirthMonth("2005-04"),
    location: Location(city: "Palo Alto"),
    interests: ["music", "travel", "nature"].map { Interest($0) },
    socialPreferences: SocialPreferences(groupSize: .small, meetingFrequency: .weekly, preferredTimes: [.evenings]))

/// The smallest file that passes for a JPEG, told apart by its last byte.
func jpeg(_ number: UInt8 = 0) -> Data {
    Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 0, 0, 0, 0, 0, 0, number])
}

/// A folder of its own for each test, removed with it.
final class Scratch: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "orbitkit-\(UUID())").path()
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit {
        // What is left in the temporary folder does no harm.
        try? FileManager.default.removeItem(atPath: path)
    }

    var drafts: ProfileDraftStore {
        ProfileDraftStore(file: DurableFile("profile-draft", in: PrivateDirectory("app", under: path)))
    }
}
