import Foundation

/// The kind of a ride. The raw value is a bit, so that a set of kinds is one number.
public enum RideKind: UInt8, CaseIterable, Hashable, Sendable {
    /// A ride on a bicycle without a motor.
    case bicycle = 1
    /// A ride with the help of a motor.
    case electric = 2
    /// A ride on a trainer, indoors.
    case virtual = 4
    /// Another sport, such as a run.
    case other = 8
}

/// A set of kinds of rides.
public struct RideKinds: OptionSet, Hashable, Sendable {
    /// One bit for each kind.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Creates a set of kinds.
    public init(_ kinds: [RideKind]) { rawValue = kinds.reduce(0) { $0 | $1.rawValue } }

    /// Rides on a bicycle without a motor.
    public static let bicycle = RideKinds([.bicycle])
    /// Rides with the help of a motor.
    public static let electric = RideKinds([.electric])
    /// Rides on a trainer.
    public static let virtual = RideKinds([.virtual])

    /// Whether the set contains a kind.
    func contains(_ kind: RideKind) -> Bool { rawValue & kind.rawValue != 0 }
}

/// A ride as a device or a server has recorded it. Its values can be wrong; ``RideLedger`` checks them.
public struct Ride: Hashable, Sendable {
    /// The instant at which the ride began. It identifies the ride, because a rider cannot begin two rides at once.
    public var start: Date
    /// The offset of the rider's clock at the start, in seconds.
    public var secondsFromGMT: Int
    /// The distance as recorded, in ``unit``.
    public var distance: Double
    /// The unit of ``distance``.
    public var unit: DistanceUnit
    /// The kind of the ride.
    public var kind: RideKind

    /// Creates a ride.
    ///
    /// - Parameters:
    ///   - start: The instant at which the ride began.
    ///   - secondsFromGMT: The offset of the rider's clock at the start, in seconds.
    ///   - distance: The distance in `unit`.
    ///   - unit: The unit of the distance.
    ///   - kind: The kind of the ride.
    public init(
        start: Date, secondsFromGMT: Int = 0, distance: Double, unit: DistanceUnit = .kilometres,
        kind: RideKind = .bicycle
    ) {
        self.start = start
        self.secondsFromGMT = secondsFromGMT
        self.distance = distance
        self.unit = unit
        self.kind = kind
    }
}

/// The effect of a ride on a ``RideLedger``.
public enum RideOutcome: Hashable, Sendable {
    /// The ride counts.
    case counted
    /// A ride with the same start was counted before. The longer distance of the two counts.
    case duplicate
    /// The ledger does not count rides of this kind, such as rides with a motor.
    case excluded(RideKind)
    /// The distance is NaN, infinite, negative or longer than ``Distance/maxMillimetres``.
    case invalidDistance
    /// The start is NaN or outside ``RideDay/valid``, or the offset is more than 18 hours.
    case invalidStart
}
