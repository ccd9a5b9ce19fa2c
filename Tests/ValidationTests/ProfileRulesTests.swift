import Foundation
import OrbitModels
import Testing
import TimeAndChance
import Validation

@Suite struct ProfileRulesTests {
    private let rules: ProfileRules
    private let good: Profile

    init() throws {
        rules = ProfileRules(on: try #require(CalendarDay("2026-11-21")))
        good = try ProfileRulesTests.goodProfile()
    }

    static func goodProfile() throws -> Profile {
        Profile(
            name: "Maya Chen",
            birthMonth: BirthMonth("2005-03"),
            major: "Biology",
            location: Location(city: "Palo Alto", state: "California"),
            bio: "I climb, and I bake.",
            photos: [Photo(id: "p1", url: "https://photos.example/1")],
            interests: [Interest("music"), Interest("travel"), Interest("Bouldering")],
            personality: Personality(
                introvertExtrovert: UnitInterval(0.5), spontaneousPlanner: UnitInterval(0),
                activeRelaxed: UnitInterval(1)),
            socialPreferences: SocialPreferences(
                groupSize: .small, meetingFrequency: .weekly, preferredTimes: [.evenings]),
            friendshipGoals: [.studyBuddies],
            sports: [SportEntry(sport: .climbing, level: .beginner)],
            socials: Socials(["instagram": "maya.draws"]))
    }

    @Test func `a valid profile is stored unchanged`() throws {
        #expect(rules.failures(in: good).isEmpty)
        #expect(try rules.checked(good) == good)
    }

    @Test func `an empty profile has all failures and warnings at once`() throws {
        let failures = rules.failures(in: Profile(name: ""))
        #expect(
            failures.blocking.map(\.path) == [
                "name", "birth_month", "location.city", "interests", "social_preferences.group_size",
                "social_preferences.meeting_frequency", "social_preferences.preferred_times",
            ])
        #expect(
            failures.warnings.map(\.path) == [
                "personality.introvert_extrovert", "personality.spontaneous_planner", "personality.active_relaxed",
                "friendship_goals",
            ])
        #expect(Set(failures.warnings.map(\.code)) == [.leftUnanswered])
        let error = try #require(throws: ValidationError.self) { try rules.checked(Profile(name: "")) }
        #expect(error.failures == failures.blocking)
    }

    @Test(arguments: [
        ("2008-11", FailureCode.outOfRange), ("2008-10", nil), ("1926-10", nil), ("1925-10", .outOfRange),
        ("2030-01", .outOfRange), ("0000-01", .outOfRange),
    ])
    func `a person's age is computed from the birth month on the given day`(month: String, code: FailureCode?) throws {
        var profile = good
        profile.birthMonth = BirthMonth(month)
        let failures = rules.failures(in: profile)
        #expect(failures.map(\.code) == [code].compactMap(\.self))
        #expect(failures.allSatisfy { $0.parameters == ["min": 18, "max": 100] && $0.path == "birth_month" })
    }

    @Test func `a profile becomes valid in the month after the 18th birthday`() throws {
        var profile = good
        profile.birthMonth = BirthMonth("2008-11")
        let nextMonth = ProfileRules(on: try #require(CalendarDay("2026-12-01")))
        #expect(rules.failures(in: profile).map(\.path) == ["birth_month"])
        #expect(nextMonth.failures(in: profile).isEmpty)
    }

    @Test(arguments: ["👩🏽‍🚀", "محمد", "王", "O’Neill", "Jean-Luc d'Ör", "Nguyễn Thị Ánh", "می‌نا", "X"])
    func `real names in any script are accepted`(name: String) {
        var profile = good
        profile.name = name
        #expect(rules.failures(in: profile).isEmpty)
    }

    @Test(arguments: ["\u{301}", "\u{E000}", "\u{20DD}\u{20DD}", "\u{378}", "\u{301} \u{E001}"])
    func `a name without visible characters is refused`(name: String) {
        var profile = good
        profile.name = name
        #expect(rules.failures(in: profile).map(\.code) == [.required])
    }

    @Test func `a name of mixed scripts causes only a warning`() throws {
        var profile = good
        profile.name = "M\u{430}ya"
        #expect(rules.failures(in: profile) == [FieldFailure(path: "name", code: .mixedScripts, severity: .warn)])
        #expect(try rules.checked(profile).name == "M\u{430}ya")
    }

    @Test func `a region, a major and handles are optional`() {
        var profile = good
        (profile.location, profile.major, profile.socials) = (Location(city: "Lima"), nil, Socials())
        #expect(rules.failures(in: profile).isEmpty)
        (profile.location, profile.major) = (Location(city: "Lima", state: ""), " ")
        #expect(rules.failures(in: profile).isEmpty)
    }

    @Test func `a bio is limited in characters and in bytes`() {
        var profile = good
        profile.bio = String(repeating: "é", count: 500)
        #expect(rules.failures(in: profile).isEmpty)
        profile.bio += "x"
        #expect(
            rules.failures(in: profile)
                == [FieldFailure(path: "bio", code: .tooLong, parameters: ["max": 500, "actual": 501])])
        profile.bio = String(repeating: "👩‍👩‍👧‍👦", count: 160)
        #expect(rules.failures(in: profile).isEmpty)
        profile.bio += "👩‍👩‍👧‍👦"
        #expect(
            rules.failures(in: profile)
                == [FieldFailure(path: "bio", code: .tooManyBytes, parameters: ["max": 4_000, "actual": 4_025])])
    }

    @Test func `interests are limited to three to ten after merging equal interests`() {
        var profile = good
        profile.interests = [Interest("music"), Interest("travel")]
        #expect(
            rules.failures(in: profile)
                == [FieldFailure(path: "interests", code: .tooFew, parameters: ["min": 3, "actual": 2])])
        profile.interests = Array(Interest.predefined.prefix(10))
        #expect(rules.failures(in: profile).isEmpty)
        profile.interests = Array(Interest.predefined.prefix(11))
        #expect(rules.failures(in: profile).map(\.code) == [.tooMany])
        profile.interests = ["Music", "Movies", "rock climbing", "Films", "Rock-Climbing"].map { Interest($0) }
        #expect(rules.failures(in: profile).isEmpty)
        #expect(profile.cleaned.interests.map(\.id) == ["music", "movies_tv", "rock climbing"])
        profile.interests = ["Art", "Design", "Music"].map { Interest($0) }
        #expect(profile.cleaned.interests.map(\.id) == ["art_design", "music"])
        #expect(
            rules.failures(in: profile)
                == [FieldFailure(path: "interests", code: .tooFew, parameters: ["min": 3, "actual": 2])])
        profile.interests = ["Music", "Travel", String(repeating: "x", count: 41)].map { Interest($0) }
        #expect(rules.failures(in: profile).map(\.path) == ["interests[2]"])
    }

    @Test func `photos are limited to six, and repeated photos are refused`() {
        var profile = good
        profile.photos = (0..<6).map { Photo(id: PhotoID("p\($0)"), url: "u") }
        #expect(rules.failures(in: profile).isEmpty)
        profile.photos.append(Photo(id: "p0", url: "u"))
        #expect(rules.failures(in: profile).map(\.path) == ["photos"])
        profile.photos.remove(at: 5)
        #expect(rules.failures(in: profile).map(\.path) == ["photos[5]"])
        profile.photos = []
        #expect(rules.failures(in: profile).isEmpty)
    }

    @Test func `a failure of a handle has its network in the path, unless the network is malformed`() {
        var profile = good
        profile.socials = Socials([
            "instagram": " ", "x": String(repeating: "y", count: 65), "\u{202E}": "z", "a.b": "c", "d": "e\u{200B}",
        ])
        #expect(
            rules.failures(in: profile).map { "\($0.path) \($0.code.rawValue)" } == [
                "socials malformed", "socials.d hidden_characters", "socials.instagram required",
                "socials.x too_long", "socials malformed",
            ])
    }

    @Test(arguments: [
        ("javascript:alert(1)", false), (" JavaScript\u{3A}x", false), ("data:text/html,x", false),
        ("https://instagram.com/maya", true), ("@maya:server.org", true), ("maya#1234", true), ("maya.chen", true),
    ])
    func `a handle with a scheme that a page would run is refused`(_ handle: String, _ isValid: Bool) {
        var profile = good
        profile.socials = Socials(["instagram": handle])
        #expect(rules.failures(in: profile).map(\.code) == (isValid ? [] : [.malformed]))
    }

    @Test func `unknown choices are accepted with a warning`() throws {
        var profile = good
        profile.socialPreferences.groupSize = GroupSize(rawValue: "crowd")
        profile.friendshipGoals = [FriendshipGoal(rawValue: "band_mates")]
        profile.sports = [SportEntry(sport: Sport(rawValue: "quidditch"), level: .advanced)]
        #expect(
            rules.failures(in: profile).map { "\($0.path) \($0.code.rawValue)" } == [
                "sports[0].sport unknown_value", "social_preferences.group_size unknown_value",
                "friendship_goals[0] unknown_value",
            ])
        #expect(try rules.checked(profile).sports == profile.sports)
    }

    @Test func `a checked profile is cleaned, and checking it again changes nothing`() throws {
        var profile = good
        profile.name = "  Maya\u{200B}  Chen "
        profile.bio = "a \r\n\r\n\r\n b"
        profile.major = " "
        profile.location = Location(city: " Palo\u{A0}Alto", state: "")
        profile.interests = ["films", "CODING", "rock climbing!"].map { Interest($0) }
        profile.socials = Socials(["instagram": " maya "])
        let stored = try rules.checked(profile)
        #expect(stored.name == "Maya Chen")
        #expect(stored.bio == "a\n\nb")
        #expect(stored.major == nil)
        #expect(stored.location == Location(city: "Palo Alto"))
        #expect(stored.interests.map(\.id) == ["movies_tv", "technology", "rock climbing!"])
        #expect(stored.interests.map(\.label) == ["Movies & TV", "Technology", "rock climbing!"])
        #expect(stored.socials.handles == ["instagram": "maya"])
        #expect(try rules.checked(stored) == stored)
    }

    @Test func `a profile has the same failures before and after cleaning`() {
        var chance = SplitMix64(seed: 12)
        let texts = ["", " ", "Maya", "M\u{430}ya", "\u{200B}", String(repeating: "x", count: 501), "a\nb", "👩🏽‍🚀"]
        for _ in 0..<300 {
            var profile = good
            func text() -> String { texts.randomElement(using: &chance) ?? "" }
            profile.name = text()
            profile.bio = text()
            profile.location = Bool.random(using: &chance) ? Location(city: text(), state: text()) : nil
            profile.socials = Socials([text(): text(), "x": text()])
            profile.major = Bool.random(using: &chance) ? text() : nil
            profile.birthMonth = BirthMonth(year: Int.random(in: 1900...2020, using: &chance), month: 5)
            profile.interests = (0..<Int.random(in: 0...12, using: &chance)).map { _ in
                Bool.random(using: &chance)
                    ? Interest(text()) : Interest.predefined[Int.random(in: 0..<20, using: &chance)]
            }
            #expect(rules.failures(in: profile) == rules.failures(in: profile.cleaned))
            #expect(profile.cleaned.cleaned == profile.cleaned)
        }
    }
}
