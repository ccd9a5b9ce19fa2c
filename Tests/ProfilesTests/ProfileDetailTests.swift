import Foundation
import OrbitModels
import Profiles
import Testing
import Validation

@Suite struct ProfileDetailTests {
    private let day: CalendarDay

    init() throws {
        day = try #require(CalendarDay("2026-11-21"))
    }

    @Test func `a sheet shows portrait, name, age, place, shared interests and reasons`() throws {
        let seen = try fullProfile().seen(by: .stranger, on: day)
        let detail = ProfileDetail(
            of: Person(id: "u_1", profile: seen), on: day, sharing: [Interest("nature"), Interest("gaming")],
            reasons: ["You both like Nature"])
        #expect(detail.portrait == .photo(photo("a")))
        #expect((detail.name, detail.age, detail.place) == ("Maya", 21, "Palo Alto, CA"))
        #expect(detail.bio == nil)  // for matches only
        #expect(detail.chips.map(\.label) == ["Nature", "Music", "Travel"])
        #expect(detail.chips.map(\.isShared) == [true, false, false])
        #expect(detail.socialStyle == ["Small groups (3–5)", "Weekly", "Evenings"])
        #expect(detail.reasons == ["You both like Nature"])
    }

    @Test(arguments: [
        ("maya", "M"), ("🦊", "🦊"), ("👩‍👩‍👧‍👦 family", "👩‍👩‍👧‍👦"), ("ßen", "SS"), ("محمد", "م"), ("  élise", "É"),
        ("\u{200B}\u{202E}", "S"), ("", "S"),
    ]) func `the portrait without a photo is the first character of the name`(name: String, initial: String) {
        let detail = ProfileDetail(of: Person(id: "u_1", profile: Profile(name: name)), on: day)
        #expect(detail.portrait == .initial(initial))
        #expect(!detail.name.isEmpty)
        #expect(detail.name.unicodeScalars.allSatisfy { $0 != "\u{202E}" && $0 != "\u{200B}" })
    }

    @Test func `sports, goals, studies, hours, scales and names on other networks are ready to show`() throws {
        var profile = Profile(name: "Maya", major: "Physics")
        profile.sports = [SportEntry(sport: .tennis, level: .advanced)]
        profile.friendshipGoals = [FriendshipGoal.known[0]]
        profile.socials = Socials(["instagram": "maya.runs", "elsewhere": "m"])
        profile.personality.activeRelaxed = UnitInterval(0.25)
        let zone = try #require(TimeZone(identifier: "America/New_York"))
        profile.availability = WeeklyAvailability(
            timeZone: zone, hours: try #require(HourSet("Mon, Wed 9-12", names: .english)))
        let detail = ProfileDetail(of: Person(id: "u_1", profile: profile), on: day)
        #expect(detail.major == "Physics")
        #expect(detail.sports == ["Tennis (Advanced)"])
        #expect(detail.goals == [LocalizedStrings.english(FriendshipGoal.known[0])])
        #expect(detail.personality.map(\.label) == ["Active to relaxed"])
        #expect(detail.personality.map(\.position) == [0.25])
        #expect(detail.hours == "Mon, Wed 9–12")
        #expect(detail.handles.map(\.network).sorted() == ["Instagram", "elsewhere"])
        #expect(detail.handles.first { $0.network == "Instagram" }?.name == "maya.runs")
    }

    @Test func `unanswered members are absent from a sheet`() {
        let detail = ProfileDetail(of: Person(id: "u_1", profile: Profile(name: "Maya")), on: day)
        #expect((detail.age, detail.place, detail.bio) == (nil, nil, nil))
        #expect(detail.chips.isEmpty && detail.socialStyle.isEmpty && detail.reasons.isEmpty)
        #expect(detail.sports.isEmpty && detail.goals.isEmpty && detail.personality.isEmpty && detail.handles.isEmpty)
        #expect(detail.major == nil && detail.hours == nil)
        let nowhere = Profile(name: "Maya", location: Location(city: "\u{200B}", state: " "))
        #expect(ProfileDetail(of: Person(id: "u_1", profile: nowhere), on: day).place == nil)
    }

    @Test func `an interest in two spellings is one chip`() {
        let profile = Profile(
            name: "Maya", interests: ["movies_tv", "Films", "", "cinema", "Music"].map { Interest($0) })
        let detail = ProfileDetail(of: Person(id: "u_1", profile: profile), on: day, sharing: [Interest("Film")])
        #expect(detail.chips.map(\.label) == ["Movies & TV", "Music"])
        #expect(detail.chips.map(\.isShared) == [true, false])
    }

    @Test func `words of a newer server stay readable`() {
        var profile = Profile(name: "Maya")
        profile.socialPreferences.groupSize = GroupSize(rawValue: "big_crowd")
        #expect(ProfileDetail(of: Person(id: "u_1", profile: profile), on: day).socialStyle == ["Big crowd"])
    }
}
