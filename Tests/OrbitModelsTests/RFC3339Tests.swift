import Foundation
import OrbitModels
import Testing

@Suite struct RFC3339Tests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0),
        ("2026-11-21T15:04:05Z", 1_795_273_445),
        ("2026-11-21T15:04:05.250Z", 1_795_273_445.25),
        ("2026-11-21T15:04:05.123456789Z", 1_795_273_445.123),
        ("2026-11-21t16:04:05+01:00", 1_795_273_445),
        ("2026-11-21 09:34:05-05:30", 1_795_273_445),
        ("2026-11-22T15:03:05+23:59", 1_795_273_445),
        ("2026-11-20T15:05:05-23:59", 1_795_273_445),
        ("2016-12-31T23:59:60Z", 1_483_228_800),
        ("2000-02-29T00:00:00Z", 951_782_400),
        ("0000-01-01T00:00:00Z", -62_167_219_200),
    ])
    func `an instant with an offset is parsed`(text: String, seconds: Double) {
        #expect(RFC3339.date(from: text) == Date(timeIntervalSince1970: seconds))
    }

    @Test(arguments: [
        "", "2026-11-21", "2026-11-21T15:04:05", "2026-11-21T15:04Z", "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
        "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-04-31T00:00:00Z", "2026-11-21T24:00:00Z",
        "2026-11-21T15:60:05Z", "2026-11-21T15:04:61Z", "2026-11-21T15:04:05.Z", "2026-11-21T15:04:05+1:00",
        "2026-11-21T15:04:05+0100", "2026-11-21T15:04:05Z ", "26-11-21T15:04:05Z", "２０２６-11-21T15:04:05Z",
        "+2026-11-21T15:04:05Z", "2026-11-21T15:04:05+24:00", "2026-11-21T15:04:05+01:60",
    ])
    func `text that is not an instant is refused`(text: String) {
        #expect(RFC3339.date(from: text) == nil)
    }

    @Test func `instants survive a round trip to the millisecond`() throws {
        for seconds in stride(from: -62_167_219_200.0, to: 253_402_300_799, by: 86_400 * 1_234.567_891) {
            let date = Date(timeIntervalSince1970: (seconds * 1_000).rounded() / 1_000)
            let text = try #require(RFC3339.string(from: date))
            #expect(RFC3339.date(from: text) == date, "\(text)")
        }
    }

    @Test(
        arguments: [
            (-62_167_219_200, "0000-01-01T00:00:00Z"), (-62_167_219_199.999, "0000-01-01T00:00:00.001Z"),
            (-62_167_219_200.000_4, "0000-01-01T00:00:00Z"), (-30_610_224_000, "1000-01-01T00:00:00Z"),
            (-1, "1969-12-31T23:59:59Z"), (-0.75, "1969-12-31T23:59:59.250Z"), (-0.001, "1969-12-31T23:59:59.999Z"),
            (-0.000_4, "1970-01-01T00:00:00Z"), (0, "1970-01-01T00:00:00Z"), (0.05, "1970-01-01T00:00:00.050Z"),
            (0.999_6, "1970-01-01T00:00:01Z"), (951_782_400, "2000-02-29T00:00:00Z"),
            (1_795_273_445.25, "2026-11-21T15:04:05.250Z"), (253_402_300_799.999, "9999-12-31T23:59:59.999Z"),
        ] as [(Double, String)])
    func `an instant is written in UTC, with three digits of a fraction or none`(seconds: Double, text: String) {
        #expect(RFC3339.string(from: Date(timeIntervalSince1970: seconds)) == text)
    }

    @Test(arguments: [-1e300, 1e300, .infinity, -.infinity, .nan, 253_402_300_800, -62_167_219_200.001])
    func `an instant outside the calendar is not written`(seconds: Double) {
        #expect(RFC3339.string(from: Date(timeIntervalSince1970: seconds)) == nil)
        #expect(throws: EncodingError.self) {
            try OrbitJSON.encoder.encode(Date(timeIntervalSince1970: seconds))
        }
    }
}
