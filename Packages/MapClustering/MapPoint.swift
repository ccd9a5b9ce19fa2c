public import Foundation
public import OrbitModels

/// A point with a place and a time, such as a meetup.
public struct MapPoint<Entity>: Hashable, Sendable, Identifiable {
    /// The identifier of the entity.
    public let id: Identifier<Entity>
    /// The place.
    public let coordinates: Coordinates
    /// The kind. Clusters count the points of each kind.
    public let kind: EventType
    /// The time. Clusters have the earliest and the latest time of their points.
    public let time: Date

    /// Creates a point.
    public init(
        id: Identifier<Entity>, coordinates: Coordinates, kind: EventType = .other,
        time: Date = Date(timeIntervalSinceReferenceDate: 0)
    ) {
        self.id = id
        self.coordinates = coordinates
        self.kind = kind
        self.time = time
    }
}

/// A point without the type of its entity.
@usableFromInline
struct PlainPoint: Sendable {
    @usableFromInline let id: String
    @usableFromInline let coordinates: Coordinates
    @usableFromInline let kind: EventType
    /// The time, in seconds since the reference date.
    @usableFromInline let time: Double

    /// Creates a point. A time of NaN is replaced by the reference date.
    @inlinable
    init<Entity>(_ point: MapPoint<Entity>) {
        let seconds = point.time.timeIntervalSinceReferenceDate
        id = point.id.rawValue
        coordinates = point.coordinates
        kind = point.kind
        time = seconds.isNaN ? 0 : seconds
    }
}
