public import Foundation
public import OrbitModels

/// When something takes place, and which clock decides if the rules of a zone change or the user travels.
///
/// The length is time that passes, so that it ends after it starts even across a clock change.
public struct AnchoredSpan: Hashable, Sendable {
    /// The clock that decides.
    public enum Anchor: Hashable, Sendable {
        /// None: an instant stays where it is.
        case instant(Date)
        /// The wall clock where it takes place.
        case venue(WallTime, TimeZone)
        /// The wall clock of the user, wherever they are.
        case user(WallTime)
    }

    /// What it starts at.
    public let start: Anchor
    /// From the start to the end, in seconds: 1 to ``longest``.
    public let length: Int

    /// Ten years, in seconds.
    public static let longest = 10 * 366 * 86_400

    /// Creates a span; the length is clamped to 1 second to ten years.
    public init(_ start: Anchor, length: Duration) {
        self.start = start
        self.length = min(max(length.wholeSeconds, 1), Self.longest)
    }

    /// A span between two instants.
    public init(_ span: TimeSpan) {
        let utc = TimeZone.gmt
        self.init(
            .instant(span.start), length: .seconds(utc.second(of: span.end) - utc.second(of: span.start)))
    }

    /// A span on the wall clock of a zone by name, such as `Europe/Berlin`.
    ///
    /// - Throws: ``NotificationSchedulingError/unknownZone(_:)`` if this system knows no such zone.
    public init(venue start: WallTime, zone: String, length: Duration) throws(NotificationSchedulingError) {
        guard let zone = TimeZone(identifier: zone) else { throw .unknownZone(zone) }
        self.init(.venue(start, zone), length: length)
    }
}

extension Duration {
    /// Rounded towards zero, and within ten years either way.
    var wholeSeconds: Int {
        Int(min(max(components.seconds, -Int64(AnchoredSpan.longest)), Int64(AnchoredSpan.longest)))
    }
}
