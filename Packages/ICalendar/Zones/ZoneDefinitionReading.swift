import Foundation
import OrbitModels

extension ZoneDefinition {
    /// Creates a zone from a VTIMEZONE. The result is `nil` if it is incomplete or needs too much work.
    // A missing zone is reported as a problem, but a wrong zone would give wrong times.
    init?(_ component: Component) {
        guard let name = component["TZID"], !component.components.isEmpty, component.isWhole else { return nil }
        var observances: [Observance] = []
        for part in component.components {
            guard part.isWhole, let observance = Observance(part) else { return nil }
            observances.append(observance)
        }
        guard let periods = Self.periods(of: observances) else { return nil }
        self.init(name: EscapedText.unescaped(name.value), observances: observances, periods: periods)
    }
}

extension ZoneDefinition.Observance {
    fileprivate init?(_ component: Component) {
        guard let start = component["DTSTART"].flatMap({ CalendarTime($0.value, zone: nil) }), !start.isDay,
            let before = component["TZOFFSETFROM"].flatMap({ Self.offset($0.value) }),
            let offset = component["TZOFFSETTO"].flatMap({ Self.offset($0.value) })
        else { return nil }
        var dates: [LocalDateTime] = []
        for value in component.all("RDATE").flatMap({ $0.value.split(separator: ",") }) {
            guard let date = CalendarTime(String(value), zone: nil) else { return nil }
            dates.append(date.wallTime(in: .gmt))
        }
        var rule: RecurrenceRule?
        if let line = component["RRULE"] {
            do throws(RecurrenceRuleError) {
                rule = try RecurrenceRule(line.value, startingAt: start)
            } catch {
                return nil
            }
        }
        self.init(
            isDaylight: component.name == "DAYLIGHT", start: start.wallTime(in: .gmt), offsetBefore: before,
            offset: offset, rule: rule, dates: dates)
    }

    /// Returns the seconds of an offset such as `+hhmm` or `-hhmmss`.
    private static func offset(_ text: String) -> Int? {
        let bytes = Array(text.utf8)
        guard bytes.count == 5 || bytes.count == 7, bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
            bytes.dropFirst().allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        let digits = bytes.dropFirst().map { Int($0) - 0x30 }
        let (hours, minutes) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
        let seconds = digits.count == 6 ? digits[4] * 10 + digits[5] : 0
        guard hours <= 23, minutes <= 59, seconds <= 59 else { return nil }
        return (bytes[0] == UInt8(ascii: "-") ? -1 : 1) * (hours * 3_600 + minutes * 60 + seconds)
    }
}
