public import Foundation
public import Networking
public import OrbitModels
public import Presentation

/// The routes of the map.
public enum MeetupMapRoutes {
    /// `GET /meetups/map`, with the query of ``MeetupFilter``. Returns ``MeetupMap``.
    public static let map = Route(.get, "/meetups/map")

    /// All routes of this area.
    public static let all = [map]
}

/// The meetups on a map as numbers per square, without any exact point.
///
/// The map counts exactly the meetups that the list of the same filter contains, except those that the user attends.
/// The user knows the exact place of those.
public struct MeetupMap: Codable, Hashable, Sendable {
    /// The squares with at least one meetup, ordered from south-west to north-east.
    public var squares: LossyList<MeetupSquare>
    /// The side of a square, in kilometres.
    public var side: Double
    /// The instant up to which meetups are counted, by their start, or `nil` if all meetups are counted.
    ///
    /// The search begins at the time of the request, or at the start of the filter if that is later. Some meetups of
    /// the hour in which the search begins may be missing; all later meetups before the instant are counted. Request a
    /// smaller box to count the missing meetups too. The instant is never before the end of that hour, so a client can
    /// request the next map from this instant.
    public var completeUntil: Date?

    /// Creates a map.
    public init(_ squares: [MeetupSquare] = [], side: Double = MeetupLimits.gridSide, completeUntil: Date? = nil) {
        self.squares = LossyList(squares)
        self.side = side
        self.completeUntil = completeUntil
    }

    private enum CodingKeys: String, CodingKey {
        case squares
        case side = "side_km"
        case completeUntil = "complete_until"
    }
}

extension MeetupMap {
    /// Returns a filter for the list of the meetups in one square: a box around its centre that contains no other
    /// centre.
    public func filter(of square: MeetupSquare, in filter: MeetupFilter) -> MeetupFilter {
        let (latitude, longitude) = (square.coordinates.latitude, square.coordinates.longitude)
        let up = max(side, 0.1) / 4 / CampusGrid.kilometresPerDegree
        let across = min(up / max(cos(latitude * .pi / 180), 0.01), 90)
        func turned(_ longitude: Double) -> Double {
            longitude < -180 ? longitude + 360 : longitude > 180 ? longitude - 360 : longitude
        }
        var filter = filter
        filter.box = BoundingBox(
            west: turned(longitude - across), south: max(latitude - up, -90), east: turned(longitude + across),
            north: min(latitude + up, 90))
        return filter
    }
}

extension MeetupService {
    /// Returns the number of meetups in each square. Counts only meetups that the user may find and does not attend.
    public func map(_ filter: MeetupFilter = MeetupFilter()) async throws -> Response<MeetupMap> {
        try await client.response(Endpoint(MeetupMapRoutes.map, query: filter.query))
    }
}

extension ResourceDefinition<MeetupMap> {
    /// The map.
    ///
    /// Only the server can compute the squares. After an event that can change them, the map is loaded again. Meetups
    /// that the user hosts are in no square, so their events do not change the map.
    public static let meetupMap = Self(.meetups) { event, _ throws(LogEventError) in
        switch event.kind {
        case .meetupChanged: try event.data(MeetupListing.self).meetup.attendance == .host ? .applied : .outdated
        case .meetupGone, .personHidden: .outdated
        case .personChanged: .applied
        default: .unknown
        }
    }
}
