import Meetups
import OrbitModels
import Testing

@Suite struct SeriesRuleTests {
    @Test(arguments: [
        "FREQ=WEEKLY;COUNT=8", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;COUNT=52", "FREQ=DAILY;COUNT=2",
        "FREQ=MONTHLY;INTERVAL=12;COUNT=3", "FREQ=WEEKLY;UNTIL=20270630",
    ]) func `a rule reads and writes itself`(text: String) throws {
        #expect(try #require(SeriesRule(text)).description == text)
    }

    @Test func `the order of the parts does not matter, and one week is no interval`() {
        #expect(SeriesRule("COUNT=8;INTERVAL=1;FREQ=WEEKLY") == SeriesRule(.weekly, end: .count(8)))
        #expect(
            SeriesRule("FREQ=WEEKLY;BYDAY=TH,TU;COUNT=8")?.description == "FREQ=WEEKLY;BYDAY=TU,TH;COUNT=8")
    }

    @Test(arguments: [
        "", "FREQ=WEEKLY", "COUNT=8", "FREQ=SECONDLY;COUNT=8", "FREQ=WEEKLY;COUNT=1", "FREQ=WEEKLY;COUNT=53",
        "FREQ=WEEKLY;COUNT=-2", "FREQ=WEEKLY;COUNT=99999999999999999999", "FREQ=WEEKLY;COUNT=8;COUNT=8",
        "FREQ=WEEKLY;COUNT=8;UNTIL=20270630", "FREQ=WEEKLY;UNTIL=20270230", "FREQ=WEEKLY;UNTIL=2027063a",
        "FREQ=WEEKLY;COUNT=8;INTERVAL=0", "FREQ=WEEKLY;COUNT=8;INTERVAL=13", "FREQ=WEEKLY;COUNT=8;BYDAY=",
        "FREQ=WEEKLY;COUNT=8;BYDAY=MO,MO", "FREQ=WEEKLY;COUNT=8;BYDAY=1MO", "FREQ=DAILY;COUNT=8;BYDAY=MO",
        "FREQ=WEEKLY;COUNT=8;BYSETPOS=1", "FREQ=WEEKLY;COUNT=8;", "FREQ=WEEKLY;;COUNT=8", "FREQ==WEEKLY;COUNT=8",
        "freq=weekly;count=8", "FREQ=WEEKLY;COUNT=٨",
    ]) func `anything else is refused`(text: String) {
        #expect(SeriesRule(text) == nil)
    }

    @Test func `numbers are clamped`() {
        let rule = SeriesRule(.daily, interval: .max, weekdays: [.monday], end: .count(.min))
        #expect(rule.interval == 12 && rule.weekdays == [] && rule.end == .count(2))
        #expect(SeriesRule(rule.description) == rule)
    }
}
