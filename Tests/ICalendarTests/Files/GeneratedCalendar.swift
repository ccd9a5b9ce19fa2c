import Foundation
import ICalendar
import OrbitModels
import TimeAndChance

/// Random calendars with any content. Equal seeds produce equal calendars.
struct GeneratedCalendar {
    static let zones = [
        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Africa/Casablanca", "UTC",
        "America/Sao_Paulo", "Pacific/Apia", "Europe/Dublin", "America/Godthab",
    ]
    private static let texts = [
        "Tennis", "", " leading and trailing ", "a;b,c\\d\"e", "line\nline\r\nline\rline",
        "Ü".precomposedStringWithCanonicalMapping,
        "👩‍👩‍👧‍👦 family 🇩🇪 e\u{301}\u{302}", "x\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:injected", "^n ^' ^^ \\n",
        "tab\there, nul\u{0} bell\u{7} nel\u{85} ls\u{2028}", "مرحبا\u{202E}abc", String(repeating: "長い題名", count: 60),
    ]
    private static let rules = [
        "FREQ=DAILY;COUNT=5", "FREQ=WEEKLY;BYDAY=TU,TH", "FREQ=MONTHLY;BYDAY=-1FR;COUNT=4", "FREQ=YEARLY",
        "FREQ=WEEKLY;INTERVAL=2;WKST=SU;UNTIL=20270101T000000Z", "FREQ=MONTHLY;BYMONTHDAY=-1,15;UNTIL=20261231",
    ]

    private var dice: SplitMix64

    init(seed: UInt64) {
        dice = SplitMix64(seed: seed)
    }

    mutating func file() throws -> CalendarFile {
        var file = CalendarFile(
            method: [nil, .publish, .request, .cancel].randomElement(using: &dice) ?? nil, name: text(),
            events: try (0..<Int.random(in: 0...4, using: &dice)).map { try event($0) })
        if Bool.random(using: &dice) { file.color = "teal" }
        if Bool.random(using: &dice) {
            file.refreshInterval = CalendarLength(seconds: Int.random(in: 0...9_999, using: &dice))
        }
        if Bool.random(using: &dice) { file.source = URL(string: "https://orbit.example/feeds/a%20b.ics?x=1;y=2,3") }
        return file
    }

    private mutating func event(_ number: Int) throws -> CalendarEvent {
        let zone = CalendarZone(TimeZone(identifier: Self.zones.randomElement(using: &dice) ?? "UTC") ?? .gmt)
        let start = time(zone, form: Int.random(in: 0..<6, using: &dice))
        var event = CalendarEvent(
            uid: "event-\(number)-\(dice.next())", sequence: Int.random(in: -1...9, using: &dice),
            stamp: instant(), start: start)
        if case .day(let day) = start {
            event.end =
                [
                    nil, .length(CalendarLength(days: 2)),
                    .time(.day(CalendarDay(year: day.year + 1, month: 1, day: 1) ?? day)),
                ]
                .randomElement(using: &dice) ?? nil
        } else {
            let seconds = Int.random(in: 0...200_000, using: &dice)
            let end = LocalDateTime(start.instant(in: .gmt).addingTimeInterval(Double(seconds) + 86_400), in: .gmt)
            switch (start, Int.random(in: 0..<3, using: &dice)) {
            case (_, 0): event.end = .length(CalendarLength(days: seconds % 3, seconds: seconds))
            case (.zoned(_, let zone), 1):
                event.end = .time(.zoned(zone.wallTime(at: end.instants(in: .gmt).first), zone))
            case (.instant, 1): event.end = .time(.instant(end.instants(in: .gmt).first))
            default: break
            }
        }
        if Bool.random(using: &dice) { event.rule = try RecurrenceRule(Self.rules.randomElement(using: &dice) ?? "") }
        event.additions = (0..<Int.random(in: 0...2, using: &dice)).map { _ in time(zone, form: start.form) }
        event.exclusions = (0..<Int.random(in: 0...2, using: &dice)).map { _ in time(zone, form: start.form) }
        if Int.random(in: 0..<4, using: &dice) == 0 { event.replaces = time(zone, form: start.form) }
        describe(&event)
        return event
    }

    private mutating func describe(_ event: inout CalendarEvent) {
        event.created = Bool.random(using: &dice) ? instant() : nil
        event.lastModified = Bool.random(using: &dice) ? instant() : nil
        event.summary = text()
        event.details = text()
        event.location = text()
        event.status = [nil, .tentative, .confirmed, .cancelled].randomElement(using: &dice) ?? nil
        event.isBusy = Bool.random(using: &dice)
        event.coordinates = Coordinates(
            latitude: Double.random(in: -90...90, using: &dice), longitude: Double.random(in: -180...180, using: &dice))
        event.url = Bool.random(using: &dice) ? URL(string: "https://orbit.example/meetups/17?x=,;") : nil
        guard Bool.random(using: &dice) else { return }
        event.organizer = CalendarParticipant(address: .opaque("host 17/ü"), name: text())
        event.attendees = CalendarParticipant.Response.allCases.map {
            CalendarParticipant(address: .opaque("\(dice.next())"), name: text(), response: $0)
        }
    }

    private mutating func text() -> String? { Bool.random(using: &dice) ? Self.texts.randomElement(using: &dice) : nil }

    private mutating func instant() -> Date {
        Date(timeIntervalSince1970: Double(Int.random(in: 1_000_000_000...2_000_000_000, using: &dice)) + 0.5)
    }

    private mutating func time(_ zone: CalendarZone, form: Int) -> CalendarTime {
        // Quarters of an hour from 1995 to 2035.
        let time = LocalDateTime(
            Date(timeIntervalSince1970: Double(Int.random(in: 876_600...2_278_800, using: &dice)) * 900), in: .gmt)
        switch form {
        case 0: return .day(time.day)
        case 1: return .floating(time)
        case 2: return .instant(time.instants(in: .gmt).first)
        default: return .zoned(time, zone)
        }
    }
}

extension CalendarTime {
    fileprivate var form: Int {
        switch self {
        case .day: 0
        case .floating: 1
        case .instant: 2
        case .zoned: 3
        }
    }
}
