import OrbitModels
import TimeAndChance

/// A generator of complete profiles.
struct SeedProfiles {
    var random: RandomSource
    let today: CalendarDay

    mutating func next() -> (profile: Profile, mailName: String) {
        let (name, mailName) = SeedNames.draw(using: &random)
        let interests = some(3...6, of: Interest.predefined)
        let times = some(1...3, of: PreferredTime.known)
        var profile = Profile(
            name: name, birthMonth: birthMonth(), major: one(of: Self.majors), location: location(),
            bio: bio(on: interests), interests: interests, personality: personality())
        profile.socialPreferences = SocialPreferences(
            groupSize: one(of: GroupSize.known), meetingFrequency: one(of: MeetingFrequency.known),
            preferredTimes: times)
        profile.friendshipGoals = some(1...2, of: FriendshipGoal.known)
        profile.availability = WeeklyAvailability(timeZone: CampusSeed.timeZone, hours: hours(in: times))
        profile.sports = some(0...2, of: Sport.known).map { sport in
            SportEntry(sport: sport, level: one(of: SkillLevel.known) ?? .beginner)
        }
        return (profile, mailName)
    }

    /// Returns the birth month of a person of 18 to 26 years.
    private mutating func birthMonth() -> BirthMonth? {
        let months = today.year * 12 + today.month - 1 - Int.random(in: 18 * 12 + 1...27 * 12, using: &random)
        return BirthMonth(year: months / 12, month: months % 12 + 1)
    }

    /// Returns a location in a town around the campus, within about four kilometres of the middle of the town.
    private mutating func location() -> Location {
        let (city, latitude, longitude) = one(of: Self.towns) ?? Self.campusTown
        let point = Coordinates(
            latitude: latitude + Double.random(in: -0.03...0.03, using: &random),
            longitude: longitude + Double.random(in: -0.04...0.04, using: &random))
        return Location(city: city, state: "NY", coordinates: point)
    }

    /// Returns a personality. Each scale is empty in one profile of eight.
    private mutating func personality() -> Personality {
        Personality(introvertExtrovert: answer(), spontaneousPlanner: answer(), activeRelaxed: answer())
    }

    private mutating func answer() -> UnitInterval? {
        Int.random(in: 0..<8, using: &random) == 0
            ? nil : UnitInterval(Double(Int.random(in: 0...20, using: &random)) / 20)
    }

    private mutating func bio(on interests: [Interest]) -> String {
        let opening = one(of: Self.openings) ?? ""
        guard let interest = interests.first else { return opening }
        return "\(opening) Ask me about \(interest.label.lowercased())."
    }

    /// Returns two to four hours on each of several days, at the times that the person prefers.
    private mutating func hours(in times: [PreferredTime]) -> HourSet {
        var set = HourSet()
        for time in times {
            let (days, starts) = Self.hours(of: time)
            for day in some(2...4, of: days) {
                let start = Int.random(in: starts, using: &random)
                for hour in start..<start + Int.random(in: 2...4, using: &random) {
                    if let hour = HourOfWeek(day, hour: hour) { set.insert(hour) }
                }
            }
        }
        return set
    }

    private static func hours(of time: PreferredTime) -> (days: [Weekday], starts: ClosedRange<Int>) {
        let weekdays: [Weekday] = [.monday, .tuesday, .wednesday, .thursday, .friday]
        return switch time {
        case .mornings: (weekdays, 8...9)
        case .afternoons: (weekdays, 12...15)
        case .evenings: (weekdays, 17...19)
        default: ([.saturday, .sunday], 10...17)
        }
    }

    private mutating func one<Element>(of elements: [Element]) -> Element? {
        elements.randomElement(using: &random)
    }

    /// Returns a random number of different elements, in random order.
    private mutating func some<Element>(_ count: ClosedRange<Int>, of elements: [Element]) -> [Element] {
        Array(elements.shuffled(using: &random).prefix(Int.random(in: count, using: &random)))
    }

    private static let campusTown = (city: "Ithaca", latitude: 42.45, longitude: -76.48)
    private static let towns = [
        campusTown, campusTown, campusTown, ("Lansing", 42.50, -76.49), ("Dryden", 42.48, -76.32),
        ("Danby", 42.36, -76.46),
    ]

    private static let majors = [
        "Architecture", "Astronomy", "Biology", "Chemistry", "Computer Science", "Economics", "History",
        "Information Science", "Linguistics", "Mathematics", "Mechanical Engineering", "Music", "Nutrition",
        "Philosophy", "Physics", "Psychology", "Sociology", "Statistics",
    ]

    private static let openings = [
        "New in town and glad of company.", "Usually found near good coffee.", "I collect bad puns.",
        "Half of my plans begin with \"we could walk there\".", "Quiet at first, not for long.",
        "I know where the free food is.", "Still looking for a climbing partner.", "Early bird by accident.",
        "Happy to teach you a card game from home.", "I bake when I should be studying.",
        "Second year, third instrument.", "Slow runner, good listener.",
    ]
}
