import Foundation
import OrbitModels
import Profiles
import Testing

@Suite struct ProfileProjectionTests {
    private let day: CalendarDay

    init() throws {
        day = try #require(CalendarDay("2026-11-21"))
    }

    @Test func `default settings show the usual members to strangers, and more to matches`() throws {
        var profile = try fullProfile()
        profile.visibility = nil
        let seen = try members(of: profile.seen(by: .stranger, on: day))
        let shown = seen.filter { $0.value != "{}" && $0.value != "[]" }
        #expect(
            Set(shown.keys) == [
                "name", "age", "major", "location", "bio", "photos", "interests", "personality", "social_preferences",
                "friendship_goals", "sports",
            ])
        #expect(profile.seen(by: .stranger, on: day).location == Location(city: "Palo Alto", state: "CA"))
        #expect(profile.seen(by: .stranger, on: day).statedAge == 21)
        let match = profile.seen(by: .match, on: day)
        #expect(match.socials == profile.socials)
        #expect(match.availability == profile.availability)
        #expect(match.birthMonth == nil)
        #expect(match.location?.coordinates == nil)
    }

    /// The viewers that see a member, for each audience of the member.
    private static let table: [(Audience, [ProfileViewer])] = [
        (.campus, [.stranger, .match, .attendee, [.match, .attendee]]), (.matches, [.match, [.match, .attendee]]),
        (.attendees, [.attendee, [.match, .attendee]]), (.nobody, []), (Audience(rawValue: "astronomers"), []),
    ]

    @Test(arguments: table) func `each member is shown to exactly the viewers of its audience`(
        audience: Audience, viewers: [ProfileViewer]
    ) throws {
        let hidden = ProfileVisibility(settings: [:])
        for field in ProfileField.allCases where field.fixedAudience == nil {
            var profile = try fullProfile()
            var visibility = hidden
            for other in ProfileField.allCases { visibility[other] = .nobody }
            visibility[field] = audience
            // A point on the map is part of a place.
            if field == .coordinates { visibility[.location] = audience }
            profile.visibility = visibility
            for viewer in [.stranger, .match, .attendee, [.match, .attendee]] as [ProfileViewer] {
                let seen = profile.seen(by: viewer, on: day)
                let nothing = Profile(name: profile.name)
                #expect(seen.name == profile.name)
                #expect((seen != nothing) == viewers.contains(viewer), "\(field) to \(viewer)")
                #expect(profile.isShown(field, to: viewer) == viewers.contains(viewer))
            }
        }
    }

    @Test func `a point on the map is never shown without its place`() throws {
        var profile = try fullProfile()
        profile.visibility = ProfileVisibility([.location: .nobody, .coordinates: .campus])
        #expect(profile.seen(by: .stranger, on: day).location == nil)
    }

    @Test func `the name is always shown, and the settings never`() throws {
        var profile = try fullProfile()
        profile.visibility = ProfileVisibility(settings: ["name": .nobody, "visibility": .campus])
        let seen = profile.seen(by: [.match, .attendee], on: day)
        #expect(seen.name == "Maya")
        #expect(seen.visibility == nil)
    }

    @Test func `a projection of a projection contains no further members`() throws {
        let profile = try fullProfile()
        for viewer in [.stranger, .match, .attendee] as [ProfileViewer] {
            let seen = profile.seen(by: viewer, on: day)
            #expect(try Set(members(of: seen.seen(by: viewer, on: day)).keys).isSubset(of: members(of: seen).keys))
        }
    }

    @Test func `settings of a newer version are kept, and members with unusual defaults can be shown`() throws {
        let json = Data(#"{"name":"Maya","visibility":{"birth_month":"campus","stars":"astronomers"}}"#.utf8)
        let profile = try OrbitJSON.decoder.decode(Profile.self, from: json)
        #expect(profile.visibility?[.birthMonth] == .campus)
        let written = try OrbitJSON.decoder.decode(Profile.self, from: OrbitJSON.encoder.encode(profile))
        #expect(written.visibility?.settings["stars"] == Audience(rawValue: "astronomers"))
    }
}
