import Foundation
import OrbitModels
import Profiles
import Testing
import Validation

@Suite struct ProfileChangeTests {
    @Test func `profiles that differ only in white space and invisible characters have no changes`() throws {
        let profile = try fullProfile()
        #expect(ProfileChange.changes(from: profile, to: profile).isEmpty)
        var spaced = profile
        spaced.bio = "  \(profile.bio)\n"
        spaced.name = "Maya\u{200B}"
        #expect(ProfileChange.changes(from: profile, to: spaced).isEmpty)
    }

    @Test func `each change has a text, in the order of the form`() throws {
        let before = try fullProfile()
        var after = before
        after.name = "Maya P"
        after.major = nil
        after.bio = ""
        after.photos = before.photos.reversed()
        after.interests = ["travel", "nature", "podcasts"].map { Interest($0) }
        after.personality.activeRelaxed = UnitInterval(0.5)
        after.socialPreferences.groupSize = .large
        after.friendshipGoals.append(.networking)
        after.availability?.hours = try #require(HourSet("Tue 17–19"))
        after.sports[0].level = .advanced
        after.socials.handles["mastodon"] = "@maya"
        after.visibility?[.photos] = .attendees
        let words = ProfileChange.changes(from: before, to: after).map { MessageCatalogue.english.message(for: $0) }
        #expect(
            words == [
                "Name: Maya becomes Maya P.", "Major: removed.", "Bio: removed.", "Photos: new order.",
                "Interests: removed Music.", "Interests: added Podcasts.", "Active to relaxed: 100 % becomes 50 %.",
                "Group size: Small groups (3–5) becomes Large groups (more than 10).",
                "What you look for: added Networking.",
                "Free hours: Mon, Wed 9–12 · Tue 17–19, GMT becomes Tue 17–19, GMT.",
                "Climbing: Beginner becomes Advanced.", "Social media (mastodon): @maya.",
                "Who sees it (Photos): People at your meetups.",
            ])
    }

    @Test func `a profile filled in for the first time has a change for every field`() throws {
        let changes = ProfileChange.changes(from: Profile(name: ""), to: try fullProfile())
        #expect(changes.allSatisfy { $0.kind == .filledIn && $0.before.isEmpty && !$0.after.isEmpty })
        #expect(Set(changes.map(\.part.field)).union([.coordinates]) == Set(ProfileField.allCases))
        #expect(Set(changes.map(\.id)).count == changes.count)
        #expect(
            ProfileChange.changes(from: try fullProfile(), to: Profile(name: "")).allSatisfy { $0.kind == .emptied })
    }

    @Test func `reordered sports are a change, but with a removal only the removal is reported`() throws {
        let before = try fullProfile()
        var after = before
        after.sports.reverse()
        #expect(ProfileChange.changes(from: before, to: after).map(\.kind) == [.reordered])
        after.sports.removeAll { $0.sport == .yoga }
        #expect(ProfileChange.changes(from: before, to: after).map(\.part) == [.sport(.yoga)])
    }

    @Test func `every kind of change, benefit, step and field has English words`() throws {
        let kinds = Set(ProfileChange.Kind.vocabulary.english.keys)
        #expect(kinds == Set(ProfileChange.Kind.allCases.map(\.rawValue)))
        #expect(Set(ProfileBenefit.vocabulary.english.keys) == Set(ProfileBenefit.allCases.map(\.rawValue)))
        #expect(Set(ProfileStep.vocabulary.english.keys) == Set(ProfileStep.allCases.map(\.rawValue)))
        #expect(ProfileField.allCases.allSatisfy { ProfilePart.vocabulary.english[$0.rawValue] != nil })
    }

    @Test func `text that a person typed is not replaced by words of the catalogue`() {
        let before = Profile(name: "small", bio: "weekly")
        let after = Profile(name: "matches", bio: "")
        let words = ProfileChange.changes(from: before, to: after).map { MessageCatalogue.english.message(for: $0) }
        #expect(words == ["Name: small becomes matches.", "Bio: removed."])
    }

    @Test func `changes use the words of the front end`() {
        let german = MessageCatalogue.english.overlaid(
            with: MessageCatalogue(
                words: LocalizedStrings([
                    LocalizationKey("profile_part", "interests"): "Interessen",
                    LocalizationKey("interest", "podcasts"): "Podcasts hören",
                    LocalizationKey("profile_change", "filled_in"): "{part}: neu {after}",
                ])))
        let after = Profile(name: "", interests: [Interest("podcasts"), Interest("Origami")])
        let changes = ProfileChange.changes(from: Profile(name: ""), to: after)
        #expect(changes.map { german.message(for: $0) } == ["Interessen: neu Podcasts hören, Origami"])
    }
}
