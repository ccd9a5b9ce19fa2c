public import Foundation
public import MapClustering
public import Meetups
public import OrbitModels

/// A cluster on the map of meetups. It contains squares of meetups that the user does not attend, and meetups that the
/// user attends, at their exact places.
public struct MeetupCluster: Hashable, Sendable, Identifiable {
    /// The identifier. It stays the same as long as the anchor of the cluster does.
    public let id: ClusterID
    /// The position on the map.
    public let position: Coordinates
    /// The minimum number of meetups. A square with an unknown number counts as one.
    public let count: Int
    /// The number of meetups by kind, as far as kinds are known; all other meetups count as `other`.
    public let kinds: [EventType: Int]
    /// The start of the first meetup, which may be in the past.
    public let earliestStart: Date
    /// The first zoom at which the cluster splits; `nil` if it never does.
    public let expansionZoom: Int?
    /// The squares in the cluster.
    public let squares: [MeetupSquare]
    /// The user's own meetups in the cluster, by start.
    public let meetups: [MeetupListing]

    /// Whether ``count`` is exact, because every square in the cluster has a number.
    public var isExact: Bool { squares.allSatisfy { $0.count != nil } }

    /// Returns the number in words: `12`, `Fewer than 3` or `5 or more`.
    public func label(in words: LocalizedStrings = .english) -> String {
        if isExact { return String(count) }
        let isFew = squares.count == 1 && meetups.isEmpty
        return words.text(
            isFew ? "few" : "at_least", in: Self.vocabulary,
            ["least": .integer(isFew ? MeetupLimits.minShownCount : count)]) ?? ""
    }

    /// The words for numbers that are not exact.
    public static let vocabulary = Vocabulary(
        "meetup_cluster", ["few": "Fewer than {least}", "at_least": "{least} or more"])
}

/// The clusters of the squares and the user's own meetups, for every zoom.
struct MeetupClusters {
    /// The entity of the points of ``index``. It has no values.
    enum MapEntity {}

    /// The inputs of the clusters.
    struct Content: Hashable {
        let squares: [MeetupSquare]
        let meetups: [MeetupListing]
    }

    let content: Content
    let index: ClusterIndex<MapEntity>

    /// The maximum number of points of one square.
    private static let maxPoints = 1_000

    init(_ content: Content) {
        self.content = content
        index = ClusterIndex(
            content.squares.enumerated().flatMap { Self.points(of: $0.element, number: $0.offset) }
                + content.meetups.compactMap { listing in
                    listing.meetup.plan.place.coordinates.map {
                        MapPoint(
                            id: Self.spot(of: listing), coordinates: $0, kind: listing.meetup.plan.eventType,
                            time: listing.meetup.plan.span.start)
                    }
                })
    }

    func clusters(in box: MapBox, zoom: Int, limit: Int) -> [MeetupCluster] {
        let squares = Dictionary(grouping: content.squares.indices) {
            index.cluster(with: Self.spot(of: $0, 0), zoom: zoom)?.id
        }
        let meetups = Dictionary(grouping: content.meetups) {
            index.cluster(with: Self.spot(of: $0), zoom: zoom)?.id
        }
        return index.clusters(in: box, zoom: zoom, limit: limit).map { cluster in
            MeetupCluster(
                id: cluster.id, position: cluster.position, count: cluster.count, kinds: index.kinds(in: cluster.id),
                earliestStart: cluster.earliest, expansionZoom: cluster.expansionZoom,
                squares: (squares[cluster.id] ?? []).map { content.squares[$0] }, meetups: meetups[cluster.id] ?? [])
        }
    }

    /// Returns the points of a square: all in its middle, at the start of its earliest meetup.
    private static func points(of square: MeetupSquare, number: Int) -> [MapPoint<MapEntity>] {
        let count = min(max(square.count ?? 1, 1), maxPoints)
        var kinds = square.kinds.flatMap { Array(repeating: $0.eventType, count: min(max($0.count, 0), count)) }
        kinds += Array(repeating: .other, count: max(0, count - kinds.count))
        return kinds.prefix(count).enumerated().map { place, kind in
            MapPoint(
                id: spot(of: number, place), coordinates: square.coordinates, kind: kind, time: square.earliestStart)
        }
    }

    private static func spot(of square: Int, _ place: Int) -> Identifier<MapEntity> {
        Identifier(rawValue: "square \(square) \(place)")
    }

    private static func spot(of listing: MeetupListing) -> Identifier<MapEntity> {
        Identifier(rawValue: "meetup \(listing.id)")
    }
}
