public import Foundation
public import OrbitModels

/// Something with a place and a time, such as a meetup.
public struct MapPoint<Entity>: Hashable, Sendable, Identifiable {
    /// Which entity it is.
    public let id: Identifier<Entity>
    /// Where it is.
    public let coordinates: Coordinates
    /// What clusters count apart.
    public let kind: EventType
    /// When it is; clusters know the earliest and the latest.
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

/// A point whose entity does not matter.
@usableFromInline
struct PlainPoint: Sendable {
    @usableFromInline let id: String
    @usableFromInline let coordinates: Coordinates
    @usableFromInline let kind: EventType
    /// In seconds since the reference date.
    @usableFromInline let time: Double

    /// A time that is not a number counts as the reference date.
    @inlinable
    init<Entity>(_ point: MapPoint<Entity>) {
        let seconds = point.time.timeIntervalSinceReferenceDate
        id = point.id.rawValue
        coordinates = point.coordinates
        kind = point.kind
        time = seconds.isNaN ? 0 : seconds
    }
}
