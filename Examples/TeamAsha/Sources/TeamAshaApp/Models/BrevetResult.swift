import OrbitModels
import Randonneuring

/// A finished brevet of a rider, homologated by the organizer.
public struct BrevetResult: Codable, Hashable, Sendable, Identifiable {
    /// The homologation number, a text without a meaning.
    public let id: Identifier<BrevetResult>
    /// The name of the route.
    public var name: String
    /// The nominal distance in kilometres.
    public var kilometres: Int
    /// The day of the scheduled start, at its place.
    public var day: CalendarDay
    /// The time from start to finish in minutes; `nil` if it was not published.
    public var minutes: Int?

    /// Creates a result.
    public init(
        id: Identifier<BrevetResult>, name: String, kilometres: Int, day: CalendarDay, minutes: Int? = nil
    ) {
        (self.id, self.name, self.kilometres, self.day, self.minutes) = (id, name, kilometres, day, minutes)
    }

    private enum CodingKeys: String, CodingKey {
        case id, name
        case kilometres = "distance_km"
        case day = "date"
        case minutes = "time_minutes"
    }

    /// The result for the rules of awards; `nil` for an impossible distance or day.
    public var finished: FinishedBrevet? {
        SeasonMonth(year: day.year, month: day.month)
            .flatMap { FinishedBrevet(kilometres: kilometres, month: $0) }
    }
}

/// The page of a rider: the rider, their results and, for the rider alone, the link to Strava.
public struct RiderProfile: Codable, Hashable, Sendable {
    /// The rider.
    public var rider: Rider
    /// The results of all years. Results that cannot be read are left out and counted.
    public var results: LossyList<BrevetResult>
    /// The link to Strava; `nil` without a link, and on the pages of other riders.
    public var strava: StravaLink?

    /// Creates a page.
    public init(rider: Rider, results: [BrevetResult] = [], strava: StravaLink? = nil) {
        (self.rider, self.results, self.strava) = (rider, LossyList(results), strava)
    }
}
