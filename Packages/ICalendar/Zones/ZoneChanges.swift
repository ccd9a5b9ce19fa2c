import Foundation
import OrbitModels

/// The clock changes of a zone that the system knows.
struct ZoneChange: Hashable {
    /// In seconds since 1970.
    let second: Int
    /// Seconds ahead of UTC before it.
    let offsetBefore: Int
    /// Seconds ahead of UTC from then on.
    let offset: Int

    /// What the wall clock would have shown without the change.
    var wallTime: WallTime { WallTime(secondSinceEpoch: second + offsetBefore) }

    /// The changes between two instants in seconds since 1970. Asks once a week, which finds all but changes that are
    /// taken back within that time.
    static func all(of zone: TimeZone, from start: Int, to end: Int) -> [ZoneChange] {
        var changes: [ZoneChange] = []
        var (known, offset) = (start, zone.offset(at: start))
        while known < end {
            let next = min(known + 7 * 86_400, end)
            let later = zone.offset(at: next)
            if later != offset {
                var (before, after) = (known, next)
                while after - before > 1 {
                    let middle = before + (after - before) / 2
                    if zone.offset(at: middle) == offset { before = middle } else { after = middle }
                }
                let new = zone.offset(at: after)
                changes.append(ZoneChange(second: after, offsetBefore: offset, offset: new))
                (known, offset) = (after, new)
            } else {
                known = next
            }
        }
        return changes
    }
}
