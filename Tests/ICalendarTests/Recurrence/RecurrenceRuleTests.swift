import ICalendar
import OrbitModels
import Testing

@Suite struct RecurrenceRuleTests {
    @Test(arguments: [
        ("FREQ=DAILY", "FREQ=DAILY"),
        ("freq=weekly;byday=th,tu,tu;interval=02", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH"),
        ("BYDAY=-1FR,+2MO,SU;FREQ=MONTHLY", "FREQ=MONTHLY;BYDAY=-1FR,SU,2MO"),
        ("FREQ=YEARLY;BYMONTHDAY=31,-1;BYMONTH=12,2;", "FREQ=YEARLY;BYMONTH=2,12;BYMONTHDAY=-1,31"),
        ("FREQ=DAILY;UNTIL=20261224", "FREQ=DAILY;UNTIL=20261224"),
        ("FREQ=DAILY;UNTIL=20261224T180000Z", "FREQ=DAILY;UNTIL=20261224T180000Z"),
        ("FREQ=DAILY;UNTIL=20261224T180000", "FREQ=DAILY;UNTIL=20261224T180000"),
        ("FREQ=WEEKLY;WKST=SU;COUNT=3", "FREQ=WEEKLY;COUNT=3;WKST=SU"),
        ("FREQ=WEEKLY;WKST=MO;INTERVAL=1", "FREQ=WEEKLY"),
        ("BYDAY=SU;BYYEARDAY=93,-1,91;FREQ=YEARLY", "FREQ=YEARLY;BYYEARDAY=-1,91,93;BYDAY=SU"),
        ("BYSETPOS=2,-1;FREQ=MONTHLY;BYDAY=MO", "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-1,2"),
    ])
    func `a rule is parsed in any order and written in a fixed order`(text: String, written: String) throws {
        let rule = try RecurrenceRule(text)
        #expect(rule.description == written)
        #expect(try RecurrenceRule(written) == rule)
    }

    @Test(arguments: [
        ("", RecurrenceRuleError.missingFrequency), ("COUNT=2", .missingFrequency),
        ("FREQ=HOURLY", .unsupportedFrequency("HOURLY")), ("FREQ=", .unsupportedFrequency("")),
        ("FREQ=DAILY;BYHOUR=9", .unsupportedPart("BYHOUR")), ("FREQ=YEARLY;BYWEEKNO=20", .unsupportedPart("BYWEEKNO")),
        ("FREQ=MONTHLY;BYYEARDAY=1", .notAllowed(part: "BYYEARDAY", in: .monthly)),
        ("FREQ=YEARLY;BYYEARDAY=367", .invalidValue(part: "BYYEARDAY", "367")),
        ("RSCALE=HEBREW;FREQ=DAILY", .unsupportedPart("RSCALE")),
        ("FREQ=DAILY;COUNT=1;UNTIL=20261224", .twoEnds), ("FREQ=DAILY;COUNT=1;COUNT=2", .repeatedPart("COUNT")),
        ("FREQ=DAILY;COUNT=0", .invalidValue(part: "COUNT", "0")),
        ("FREQ=DAILY;COUNT=-1", .invalidValue(part: "COUNT", "-1")),
        ("FREQ=DAILY;COUNT=1,2", .invalidValue(part: "COUNT", "1,2")),
        ("FREQ=DAILY;INTERVAL=99999999999999999999", .invalidValue(part: "INTERVAL", "99999999999999999999")),
        ("FREQ=DAILY;INTERVAL=٣", .invalidValue(part: "INTERVAL", "٣")),
        ("FREQ=DAILY;INTERVAL=0", .invalidValue(part: "INTERVAL", "0")),
        ("FREQ=DAILY;INTERVAL=+5", .invalidValue(part: "INTERVAL", "+5")),
        ("FREQ=MONTHLY;BYMONTHDAY=0000000001", .invalidValue(part: "BYMONTHDAY", "0000000001")),
        ("FREQ=MONTHLY;BYMONTHDAY=-32", .invalidValue(part: "BYMONTHDAY", "-32")),
        ("FREQ=YEARLY;BYDAY=54MO", .invalidValue(part: "BYDAY", "54")),
        ("FREQ=MONTHLY;BYDAY=MO;BYSETPOS=367", .invalidValue(part: "BYSETPOS", "367")),
        ("FREQ=WEEKLY;WKST=XX", .invalidValue(part: "WKST", "XX")),
        ("FREQ=DAILY;BYDAY=1MO", .notAllowed(part: "BYDAY", in: .daily)),
        ("FREQ=WEEKLY;BYYEARDAY=1", .notAllowed(part: "BYYEARDAY", in: .weekly)),
        ("FREQ=DAILY;=5", .malformed("=5")),
        ("FREQ=DAILY;UNTIL=20260230", .invalidValue(part: "UNTIL", "20260230")),
        ("FREQ=DAILY;BYMONTH=13", .invalidValue(part: "BYMONTH", "13")),
        ("FREQ=DAILY;BYMONTH=-1", .invalidValue(part: "BYMONTH", "-1")),
        ("FREQ=MONTHLY;BYMONTHDAY=0", .invalidValue(part: "BYMONTHDAY", "0")),
        ("FREQ=MONTHLY;BYMONTHDAY=1,,2", .invalidValue(part: "BYMONTHDAY", "1,,2")),
        ("FREQ=MONTHLY;BYDAY=MON", .invalidValue(part: "BYDAY", "MON")),
        ("FREQ=MONTHLY;BYDAY=0MO", .invalidValue(part: "BYDAY", "0")),
        ("FREQ=WEEKLY;BYDAY=1MO", .notAllowed(part: "BYDAY", in: .weekly)),
        ("FREQ=WEEKLY;BYMONTHDAY=1", .notAllowed(part: "BYMONTHDAY", in: .weekly)),
        ("FREQ=MONTHLY;BYSETPOS=1", .positionsOfNothing), ("FREQ=DAILY;X", .malformed("X")),
        ("FREQ=DAILY;" + String(repeating: "BYDAY=MO;", count: 10_000), .tooLong),
    ])
    func `invalid and unsupported parts are refused with a message`(text: String, error: RecurrenceRuleError) {
        #expect(throws: error) { try RecurrenceRule(text) }
        #expect(error.errorDescription?.hasSuffix(".") == true)
    }

    @Test func `a text of up to 2,000 bytes is parsed`() throws {
        let daily = try RecurrenceRule(.daily)
        #expect(try RecurrenceRule("FREQ=DAILY" + String(repeating: ";", count: 1_990)) == daily)
        #expect(throws: RecurrenceRuleError.tooLong) {
            try RecurrenceRule("FREQ=DAILY" + String(repeating: ";", count: 1_991))
        }
    }

    @Test func `intervals and counts have at most nine digits`() throws {
        let longest = try RecurrenceRule(.daily, interval: 999_999_999, end: .count(999_999_999))
        #expect(longest.description == "FREQ=DAILY;INTERVAL=999999999;COUNT=999999999")
        #expect(throws: RecurrenceRuleError.invalidValue(part: "INTERVAL", "1000000000")) {
            try RecurrenceRule(.daily, interval: 1_000_000_000)
        }
        #expect(throws: RecurrenceRuleError.invalidValue(part: "COUNT", "1000000000")) {
            try RecurrenceRule(.daily, end: .count(1_000_000_000))
        }
    }
}
