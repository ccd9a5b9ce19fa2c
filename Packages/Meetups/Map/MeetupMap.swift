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

/// What a map shows to a user of the meetups that they do not attend: numbers by square, never a point.
///
/// It counts what the user finds in the list of the same filter, and nothing else. Those that the user attends are not
/// in it, as their exact place is known.
public struct MeetupMap: Codable, Hashable, Sendable {
    /// Those with a meetup in them, from south-west to north-east.
    public var squares: LossyList<MeetupSquare>
    /// The side of a square, in kilometres.
    public var side: Double
    /// The instant before which all meetups are counted; `nil` if all are.
    ///
    /// The first hour is an exception, and may be counted in part. Request a smaller box to count it in full. The instant
    /// is later than the start of the filter and than the request, so a map from this instant continues the map.
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
    /// The filter of the list of the meetups of a square: a box around its middle that holds no other.
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
    /// The meetups that the user may find and does not attend, counted by square.
    public func map(_ filter: MeetupFilter = MeetupFilter()) async throws -> Response<MeetupMap> {
        try await client.response(Endpoint(MeetupMapRoutes.map, query: filter.query))
    }
}

extension ResourceDefinition<MeetupMap> {
    /// The map. Which square is another, only the server can tell: it is loaded again after an event that can move it. What
    /// happens to a meetup of the user's own does not, as it is in no square.
    public static let meetupMap = Self(.meetups) { event, _ throws(LogEventError) in
        switch event.kind {
        case .meetupChanged: try event.data(MeetupListing.self).meetup.standing == .host ? .applied : .outdated
        case .meetupGone, .personHidden: .outdated
        case .personChanged: .applied
        default: .unknown
        }
    }
}
