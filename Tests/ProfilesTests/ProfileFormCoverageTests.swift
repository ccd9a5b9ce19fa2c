import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Profiles
import Testing
import TimeAndChance
import Validation

/// The form and the model share a definition: each member of a profile has a step that asks for it.
@Suite @MainActor struct ProfileFormCoverageTests {
    let clock = VirtualClock()

    /// The actions in the form that set each member of a profile. The age has no action, because it follows the birth
    /// month.
    private let ways: [String: (ProfileViewModel) async throws -> Void] = [
        "name": { $0.draft.name = "Maya" },
        "birth_month": { $0.draft.birthMonth = BirthMonth("2005-04") },
        "major": { $0.draft.major = "Physics" },
        "location": { $0.draft.location = Location(city: "Palo Alto") },
        "bio": { $0.draft.bio = "Bad puns" },
        "socials": { $0.setHandle("maya.draws", on: "instagram") },
        "personality": { $0.draft.personality.activeRelaxed = UnitInterval(0.2) },
        "interests": { $0.toggle(Interest("music")) },
        "sports": { $0.setLevel(.advanced, at: .climbing) },
        "social_preferences": { $0.toggle(PreferredTime.evenings) },
        "friendship_goals": { $0.toggle(FriendshipGoal.closeFriends) },
        "availability": { $0.toggle(try #require(HourRange(from: 17, to: 19)), on: [.tuesday]) },
        "photos": { await $0.photos.add(jpeg()) },
        "visibility": { $0.show(.bio, to: .matches) },
    ]

    @Test func `every member of a profile belongs to one step, and the form reaches it`() async throws {
        let all = try members(of: fullProfile())
        let fields = ProfileStep.allCases.flatMap(\.fields)
        #expect(Set(all.keys) == Set(fields))
        #expect(Set(fields).count == fields.count)
        #expect(Set(ways.keys).union(["age"]) == Set(fields))
        #expect(Set(ProfileField.allCases.map(\.rawValue)) == Set(fields).union(["coordinates"]))

        for (member, way) in ways {
            let model = try model()
            await model.load()
            let before = try members(of: model.preparedForSaving)
            try await way(model)
            let after = try members(of: model.preparedForSaving)
            let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
            #expect(changed == [member])
            #expect(model.changes.map(\.part.field.rawValue) == [member])
        }
    }

    @Test func `the age follows the birth month`() async throws {
        let model = try model()
        model.draft.birthMonth = BirthMonth("2005-04")
        let age = try #require(model.preview(for: .stranger).statedAge)
        #expect((18...30).contains(age))
    }

    @Test func `choices are made and taken back`() async throws {
        let model = try model()
        let evening = try #require(HourRange(from: 22, to: 2))
        for _ in 1...2 {
            model.toggle(Interest("music"))
            model.toggle(FriendshipGoal.networking)
            model.toggle(PreferredTime.mornings)
            model.toggle(evening, on: [.friday, .saturday])
        }
        model.setLevel(.beginner, at: .yoga)
        model.setLevel(.advanced, at: .yoga)
        #expect(model.draft.sports == [SportEntry(sport: .yoga, level: .advanced)])
        model.setLevel(nil, at: .yoga)
        model.setHandle("maya", on: "instagram")
        model.setHandle("", on: "instagram")
        #expect(model.draft == Profile(name: ""))
    }

    @Test func `toggling hours on several days adds them to the missing days before it removes all`() async throws {
        let model = try model()
        let evening = try #require(HourRange(from: 17, to: 19))
        model.toggle(evening, on: [.monday])
        model.toggle(evening, on: [.monday, .tuesday])
        #expect(model.draft.availability?.hours.text() == "Mon, Tue 17–19")
        #expect(model.draft.availability?.timeZone == .gmt)
    }

    @Test func `free hours can be typed, and text that is not understood changes nothing`() async throws {
        let model = try model()
        #expect(model.setFreeHours("mon, wed 9-12; tue 17-19"))
        #expect(!model.setFreeHours("whenever"))
        #expect(model.draft.availability?.hours.text() == "Mon, Wed 9–12 · Tue 17–19")
        #expect(model.failure != nil)
        #expect(model.setFreeHours(""))
        #expect(model.draft.availability == nil)
    }

    @Test func `the name is shown to the campus, whatever audience is requested`() async throws {
        let model = try model()
        model.show(.name, to: .nobody)
        #expect(model.audience(of: .name) == .campus)
        #expect(model.draft.visibility == nil)
        model.show(.bio, to: .nobody)
        #expect(model.audience(of: .bio) == .nobody)
    }

    private func model() throws -> ProfileViewModel {
        let photo = Keyed(photo("ph_1"))
        let stub = StubTransport([
            .expect(.get, "/api/users/me", response: try mine(nil)),
            .expect(.post, "/api/users/me/photo", response: try .success(photo)),
        ])
        return ProfileViewModel(
            service: ProfileService(client: try .scripted(stub, time: clock), random: .seeded(2)),
            log: EventLog(time: clock, random: .seeded(3)), zone: .gmt)
    }
}

extension ProfileViewModel {
    /// The profile that a save sends.
    fileprivate var preparedForSaving: Profile {
        var profile = draft
        profile.photos = photos.sent
        return profile
    }
}
