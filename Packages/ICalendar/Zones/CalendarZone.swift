public import Foundation
public import OrbitModels

/// The zone of a calendar's times: a zone of the system, or a zone that a file describes.
public struct CalendarZone: Hashable, Sendable {
    private enum Rules: Hashable {
        case system(TimeZone)
        case file(ZoneDefinition)
    }

    private let rules: Rules

    /// Creates a zone of the system.
    public init(_ zone: TimeZone) {
        rules = .system(zone)
    }

    init(_ definition: ZoneDefinition) {
        rules = .file(definition)
    }

    /// The name in files (TZID): the IANA name, or the name in the file.
    public var name: String {
        switch rules {
        case .system(let zone): zone.identifier
        case .file(let definition): definition.name
        }
    }

    /// The zone of the system, or `nil` if only the file describes the zone.
    public var timeZone: TimeZone? {
        if case .system(let zone) = rules { zone } else { nil }
    }

    /// Whether files contain times of this zone in UTC.
    var isUTC: Bool {
        ["UTC", "GMT", "Etc/UTC", "Etc/GMT", "Etc/UCT", "Etc/Zulu", "UCT", "Zulu"].contains(name) && timeZone != nil
    }

    /// Returns the instants at which the zone's wall clock shows a time. Clock changes of a file's zone are known until
    /// 2130.
    public func instants(of time: LocalDateTime) -> LocalDateTime.Instants {
        let second = time.secondSinceEpoch
        return periods(from: second - 2 * 86_400, to: second + 2 * 86_400).instants(of: second)
    }

    /// Returns the time that the zone's wall clock shows at an instant.
    public func wallTime(at instant: Date) -> LocalDateTime {
        switch rules {
        case .system(let zone): return LocalDateTime(instant, in: zone)
        case .file(let definition):
            let second = TimeZone.gmt.second(of: instant)
            return LocalDateTime(secondSinceEpoch: second + definition.periods.offset(at: second))
        }
    }

    /// Returns at least the periods between two instants, given in seconds since 1970.
    func periods(from start: Int, to end: Int) -> ZoneOffsetTable {
        switch rules {
        case .system(let zone): ZoneOffsetTable(of: zone, from: start, to: end)
        case .file(let definition): definition.periods
        }
    }

    /// Returns the zone's description in files, for wall times in seconds since 1970-01-01T00:00:00.
    func definition(from first: Int, through last: Int?) -> ZoneDefinition {
        switch rules {
        case .system(let zone): ZoneDefinition(describing: zone, from: first, through: last)
        case .file(let definition): definition
        }
    }
}
