import OrbitModels
import Profiles
import Testing
import Validation

@Suite struct ProfileCompletenessTests {
    private let rules: ProfileRules

    init() throws {
        rules = ProfileRules(on: try #require(CalendarDay("2026-11-21")))
    }

    @Test func `a full profile lacks nothing`() throws {
        let completeness = ProfileCompleteness(of: try fullProfile(), by: rules)
        #expect(completeness.percent == 100)
        #expect(completeness.gaps.isEmpty)
        #expect(completeness.isDiscoverable)
    }

    @Test func `the gaps of an empty profile begin with the gaps that prevent discovery`() {
        let completeness = ProfileCompleteness(of: Profile(name: ""), by: rules)
        #expect(completeness.percent == 0)
        #expect(
            completeness.gaps.map(\.path) == [
                "name", "birth_month", "location.city", "interests", "social_preferences.group_size",
                "social_preferences.meeting_frequency", "social_preferences.preferred_times", "availability", "photos",
                "personality", "friendship_goals", "bio", "sports", "major",
            ])
        #expect(completeness.gaps.allSatisfy { $0.step != nil })
        #expect(!completeness.isDiscoverable)
    }

    @Test func `a profile that satisfies the rules is discoverable, and its gaps have benefits`() throws {
        let completeness = ProfileCompleteness(of: completeProfile, by: rules)
        #expect(completeness.isDiscoverable)
        #expect(completeness.percent == 50)
        #expect(
            completeness.gaps.map(\.benefit) == [
                .commonTimes, .recognition, .betterSuggestions, .sharedGoals, .conversationStarters, .sportPartners,
                .studyPartners,
            ])
        let words = completeness.gaps.map { MessageCatalogue.english.message(for: $0) }
        #expect(words.first == "Add your free hours, so that Orbit finds times that suit you both.")
    }

    @Test func `a gap says how many are still missing`() {
        var profile = completeProfile
        profile.interests.removeLast()
        let gap = ProfileCompleteness(of: profile, by: rules).gaps.first
        #expect(gap?.failure?.parameters["min"] == 3)
        #expect(gap?.failure?.parameters["actual"] == 2)
        #expect(gap.map { MessageCatalogue.english.message(for: $0) } == "Choose at least 3 interests.")
    }

    @Test func `the form and the completeness agree that an invalid profile is not discoverable`() throws {
        var worst = try fullProfile()
        worst.bio = String(repeating: "word ", count: 10_000)
        worst.socials = Socials(["instagram": String(repeating: "x", count: 99)])
        worst.visibility = ProfileVisibility(settings: ["name": .nobody])
        let completeness = ProfileCompleteness(of: worst, by: rules)
        #expect(completeness.gaps.map(\.path) == ["bio", "socials.instagram", "visibility.name"])
        #expect(!completeness.isDiscoverable)
        #expect(completeness.percent < 100)
        #expect(!rules.progress(of: worst).isComplete)
    }

    @Test func `a partly answered part counts as unanswered`() throws {
        var profile = try fullProfile()
        profile.personality.activeRelaxed = nil
        let completeness = ProfileCompleteness(of: profile, by: rules)
        #expect(completeness.gaps.map(\.path) == ["personality"])
        #expect(completeness.percent == 92)
    }
}
