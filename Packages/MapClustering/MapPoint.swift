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
