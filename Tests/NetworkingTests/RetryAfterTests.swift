import Foundation
import Testing

@testable import Networking

@Suite struct RetryAfterTests {
    /// Sun, 06 Nov 1994 08:49:37 GMT
    private static let now = Date(timeIntervalSince1970: 784_111_777)

    @Test(arguments: [
        ("0", 0),
        ("120", 120),
        (" 120 ", 120),
        ("007", 7),
        ("2026", 2_026),
        ("99999999999", 2_147_483_647),
        ("100000000000000000000", 2_147_483_647),
        (String(repeating: "9", count: 10_000), 2_147_483_647),
        ("Sun, 06 Nov 1994 08:50:37 GMT", 60),
        ("Sun, 06 Nov 1994 08:49:37 GMT", 0),
        ("Sun, 06 Nov 1994 08:00:00 GMT", 0),
        ("Tue, 06 Sep 1994 08:49:37 GMT", 0),
        ("Thu, 06 Oct 1994 08:49:37 GMT", 0),
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 2_147_483_647),
    ])
    func `seconds and dates are parsed and clamped`(text: String, seconds: Int) {
        #expect(self.seconds(text) == seconds)
    }

    @Test(arguments: [
        "", " ", "-1", "+5", "1.5", "1e20", "0x10", "٣", "five", "5 s", "5, 6", "inf", "nan", "null",
        "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "06 Nov 1994 08:49:37 GMT",
        "1994-11-06T08:49:37Z",
        "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 +0000", "Sun, 6 Nov 1994 08:49:37 GMT",
        "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Nov 1994 08:61:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 GMT x", "Sun; 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37.5 GMT",
        "Sun, 006 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 994 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
        "Sun, 06 Nov 99999 08:49:37 GMT", "Son, 06 Nov 1994 08:49:37 GMT", "Sun,  06 Nov 1994 08:49:37 GMT",
    ])
    func `an invalid Retry-After is ignored`(text: String) {
        #expect(seconds(text) == nil)
    }

    @Test(arguments: [
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
    ])
    func `a date is written as in RFC 9110 and parsed back`(seconds: Int, text: String) {
        let date = Date(timeIntervalSince1970: Double(seconds))
        #expect(HTTPDate.string(from: date) == text)
        #expect(HTTPDate.date(from: text) == date)
    }

    @Test func `the first of several Retry-After fields is used`() {
        let headers = HTTPHeaders(lenient: [(name: "retry-after", value: "3"), (name: "retry-after", value: "9")])
        #expect(RetryAfter.seconds(in: headers, now: Self.now) == 3)
        #expect(RetryAfter.seconds(in: HTTPHeaders(), now: Self.now) == nil)
    }

    @Test(arguments: [-1e300, -1e18, 1e18, 1e300, .infinity, -.infinity, .nan])
    func `dates relative to an extreme clock stay within bounds`(time: Double) {
        let seconds = seconds("Sun, 06 Nov 1994 08:49:37 GMT", now: Date(timeIntervalSince1970: time))
        #expect(seconds == nil || (0...Int(Int32.max)).contains(seconds ?? -1))
    }

    private func seconds(_ text: String, now: Date = now) -> Int? {
        RetryAfter.seconds(in: HTTPHeaders(lenient: [(name: "retry-after", value: text)]), now: now)
    }
}
