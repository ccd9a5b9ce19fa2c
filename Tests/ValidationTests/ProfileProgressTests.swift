import Foundation
import OrbitModels
import Testing
import Validation

@Suite struct ProfileProgressTests {
    @Test func `every member of a profile belongs to exactly one step`() throws {
        var profile = try ProfileRulesTests.goodProfile()
        profile.statedAge = 21
        let zone = try #require(TimeZone(identifier: "UTC"))
        profile.availability = WeeklyAvailability(timeZone: zone)
        profile.visibility = ProfileVisibility()
        let json = try OrbitJSON.encoder.encode(profile)
        let members = try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
        let fields = ProfileStep.allCases.flatMap(\.fields)
        #expect(Set(members.keys) == Set(fields))
        #expect(Set(fields).count == fields.count)
    }

    @Test func `the failures of a step's rules belong to that step`() throws {
        let rules = ProfileRules(on: try #require(CalendarDay("2026-11-21")))
        var worst = Profile(
            name: "", major: String(repeating: "x", count: 99), bio: String(repeating: "x", count: 999),
            photos: (0..<8).map { _ in Photo(id: "same", url: "") }, interests: [Interest(""), Interest("")],
            friendshipGoals: [FriendshipGoal(rawValue: "?"), FriendshipGoal(rawValue: "?")],
            sports: [SportEntry(sport: Sport(rawValue: "?"), level: SkillLevel(rawValue: "?"))],
            socials: Socials(["": "", "x": ""]),
            visibility: ProfileVisibility(settings: ["name": .nobody, "bio": Audience(rawValue: "?"), "": .campus]))
        worst.socialPreferences.preferredTimes = [PreferredTime(rawValue: "?"), PreferredTime(rawValue: "?")]
        for step in ProfileStep.allCases {
            let failures = rules.rules(for: step).failures(in: worst)
            #expect(!failures.isEmpty)
            #expect(failures.allSatisfy { ProfileStep(path: $0.path) == step })
        }
        #expect(rules.progress(of: worst).elsewhere.isEmpty)
    }

    @Test func `a step lists missing fields, and the first invalid field`() throws {
        let rules = ProfileRules(on: try #require(CalendarDay("2026-11-21")))
        var profile = try ProfileRulesTests.goodProfile()
        profile.birthMonth = nil
        profile.bio = String(repeating: "x", count: 501)
        profile.personality = .unanswered
        profile.interests = []
        let progress = rules.progress(of: profile)
        #expect(progress[.basicInfo].missing == ["birth_month"])
        #expect(progress[.basicInfo].firstInvalidField == "birth_month")
        #expect(progress[.basicInfo].blocking.map(\.path) == ["birth_month", "bio"])
        #expect(progress[.personality].isComplete)
        #expect(progress[.personality].warnings.count == 3)
        #expect(progress[.interests].missing == ["interests"])
        #expect(progress[.photos].failures.isEmpty)
        #expect(progress.firstIncompleteStep == .basicInfo)
        #expect(!progress.isComplete)
    }

    @Test func `failures of the server are assigned to their steps`() {
        let progress = ProfileProgress([
            FieldFailure(path: "interests[2]", code: .notAllowed),
            FieldFailure(path: "location.city", code: FailureCode(rawValue: "of_a_newer_server")),
            FieldFailure(path: "personality", code: .leftUnanswered, severity: .warn),
            FieldFailure(path: "account.locale", code: .required),
        ])
        #expect(progress.steps.map(\.step) == ProfileStep.allCases)
        #expect(progress[.interests].firstInvalidField == "interests[2]")
        #expect(progress[.basicInfo].blocking.map(\.path) == ["location.city"])
        #expect(progress[.personality].isComplete)
        #expect(progress.elsewhere.map(\.path) == ["account.locale"])
        #expect(!progress.isComplete)
    }

    @Test func `a failure outside of all steps blocks completion, unless it is a warning`() {
        #expect(!ProfileProgress([FieldFailure(path: "", code: .malformed)]).isComplete)
        #expect(ProfileProgress([FieldFailure(path: "", code: .malformed, severity: .warn)]).isComplete)
        #expect(ProfileProgress([]).isComplete)
        #expect(ProfileStep(path: "namesake") == nil)
        #expect(ProfileStep(path: "photos[0].url") == .photos)
    }
}
