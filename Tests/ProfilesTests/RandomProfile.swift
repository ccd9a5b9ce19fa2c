import Foundation
import OrbitModels
import Testing
import TimeAndChance

/// Random profiles with few values, so that two profiles often share values.
enum RandomProfile {
    static func next(_ random: inout RandomSource) throws -> Profile {
        var profile = Profile(name: "")
        for change in changes { try change(&profile, &random) }
        return profile
    }

    /// The profile with about a third of its members replaced by new random values.
    static func edit(_ profile: Profile, _ random: inout RandomSource) throws -> Profile {
        var profile = profile
        for change in changes where Int.random(in: 0..<3, using: &random) == 0 { try change(&profile, &random) }
        return profile
    }

    private static let changes: [@Sendable (inout Profile, inout RandomSource) throws -> Void] = [
        { $0.name = ["Maya", "李雷", "🦊", ""].randomElement(using: &$1) ?? "" },
        { $0.birthMonth = [nil, BirthMonth("2005-04"), BirthMonth("2004-12")].randomElement(using: &$1) ?? nil },
        { $0.major = [nil, "Physics", "Art"].randomElement(using: &$1) ?? nil },
        { $0.location = [nil, Location(city: "Reno"), Location(city: "Ithaca")].randomElement(using: &$1) ?? nil },
        { $0.bio = ["", "Hello", "Hi"].randomElement(using: &$1) ?? "" },
        { $0.photos = subset(["a", "b", "c", "d"], &$1).map { photo($0) } },
        { $0.interests = subset(Array(Interest.predefined.prefix(5)), &$1) },
        { $0.friendshipGoals = subset(FriendshipGoal.known, &$1) },
        { $0.socialPreferences.preferredTimes = subset(PreferredTime.known, &$1) },
        { $0.socialPreferences.groupSize = [nil, .small, .large].randomElement(using: &$1) ?? nil },
        { $0.personality.activeRelaxed = [nil, UnitInterval(0), UnitInterval(1)].randomElement(using: &$1) ?? nil },
        {
            for network in ["instagram", "mastodon"] {
                $0.socials.handles[network] = [nil, "maya", "mp"].randomElement(using: &$1) ?? nil
            }
        },
        {
            let levels: [SkillLevel] = [.beginner, .advanced]
            $0.sports = []
            for sport in subset([Sport.climbing, .yoga, .tennis], &$1) {
                $0.sports.append(SportEntry(sport: sport, level: levels.randomElement(using: &$1) ?? .beginner))
            }
        },
        {
            let hours = try ["Mon 9–12", "Mon 10–14", "Sun 22–2", ""].map { try #require(HourSet($0)) }
            $0.availability = hours.randomElement(using: &$1).map { WeeklyAvailability(timeZone: .gmt, hours: $0) }
        },
        {
            let audiences: [Audience] = [.campus, .matches, .nobody]
            $0.visibility = audiences.randomElement(using: &$1).map { ProfileVisibility([.bio: $0]) }
        },
    ]

    private static func subset<Element>(_ elements: [Element], _ random: inout RandomSource) -> [Element] {
        Array(elements.shuffled(using: &random).prefix(Int.random(in: 0...elements.count, using: &random)))
    }
}
