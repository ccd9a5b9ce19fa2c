import Foundation
import OrbitModels
import Testing

/// Values with every possible member.
enum ContractSample {
    static let now = Date(timeIntervalSince1970: 1_800_000_000)
    static let day = CalendarDay("2027-01-15")
    static let person = Person(id: "1", profile: profile)

    static let profile = {
        var profile = Profile.valid()
        profile.statedAge = 20
        profile.major = "Astronomy"
        profile.location?.coordinates = Coordinates(latitude: 1, longitude: 2)
        profile.photos = [Photo(id: "1", url: "/x")]
        profile.personality = Personality(
            introvertExtrovert: UnitInterval(0), spontaneousPlanner: UnitInterval(0.5), activeRelaxed: UnitInterval(1))
        profile.friendshipGoals = [.closeFriends]
        profile.availability = WeeklyAvailability(
            timeZone: .gmt, hours: HourSet([HourOfWeek(.monday, hour: 8)].compactMap(\.self)))
        profile.sports = [SportEntry(sport: .tennis, level: .beginner)]
        profile.socials = Socials(["instagram": "maya"])
        profile.visibility = ProfileVisibility([.bio: .matches])
        return profile
    }()
}
