import Connections
import Discover
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Profiles
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// The lists that a saved profile changes for its owner.
@Suite struct ProfileEventTests {
    private let server = TestServer()

    /// A change of a profile.
    enum Change: CaseIterable {
        case interests, sports, major, biography, hiddenBiography
    }

    @Test(arguments: Change.allCases)
    func `a saved profile touches the lists that depend on the change`(_ change: Change) async throws {
        let people = try await server.members("maya")
        var profile = Profile.valid("Maya")
        profile.bio = "One"
        if change == .hiddenBiography { profile.visibility = ProfileVisibility([.bio: .nobody]) }
        try await server.save(profile, token: people[0].token)
        var lists: [ListName] = [.profile, .incomingPokes, .discover]
        switch change {
        case .interests: profile.interests = ["reading", "fashion", "nature"].map { Interest($0) }
        case .sports: profile.sports = [SportEntry(sport: .tennis, level: .beginner)]
        case .major: profile.major = "Physics"
        case .biography: (profile.bio, lists) = ("Two", [.profile, .discover])
        case .hiddenBiography: (profile.bio, lists) = ("Two", [.profile])
        }
        let changed = profile
        let slices = try await server.slices(of: people) {
            _ = try await server.save(changed, token: people[0].token)
        }
        #expect(slices[0].events.map(\.kind) == [.profileChanged])
        #expect(slices[0].events.map(\.touches) == [lists])
    }
}
