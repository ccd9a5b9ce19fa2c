import Networking
import NetworkingTesting
import OrbitModels
import Testing
import Validation

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct OriginGroupTests {
    @Test(arguments: [
        [
            "192.0.2.1", "192.0.2.1:443", "::ffff:192.0.2.1", "[::ffff:192.0.2.1]:443", "::FFFF:c000:201",
            "0:0:0:0:0:ffff:192.0.2.1", "64:ff9b::192.0.2.1", " 192.0.2.1",
        ],
        [
            "2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:DB8:1:2::", "[2001:db8:1:2::9]:51000",
            "2001:0db8:0001:0002:0:0:0:1", "2001:db8:1:2:3:4:192.0.2.1", "[2001:db8:1:2::9]",
        ],
        ["fe80::1%eth0", "fe80::2%en1", "[fe80::3%25eth0]:80", "fe80:0:0:0:1:2:3:4"],
        ["::1", "0:0:0:0:0:0:0:1", "::"],
    ])
    func `spellings and addresses of one origin are one group`(_ origins: [String]) {
        #expect(Set(origins.map { OriginGroup($0).text }).count == 1)
    }

    @Test func `addresses of different origins are different groups`() {
        let origins = [
            "192.0.2.1", "192.0.2.2", "2001:db8:1:2::1", "2001:db8:1:3::1", "2001:db8:2:2::1", "::1", "fe80::1",
            "1::ffff:192.0.2.1",
        ]
        #expect(Set(origins.map { OriginGroup($0).text }).count == origins.count)
    }

    @Test(arguments: [
        "", "in process", "192.0.2", "192.0.2.256", "192.0.2.1.5", "192.0.2.0001", "192.0.2.1:http", "+1.0.2.1",
        "2001:db8:::1", "2001:db8::1::2", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7::8", "12345::", "g::",
        "[2001:db8::1", "[2001:db8::1]x", "[192.0.2.1]x", "::192.0.2", "2001:db8::+1", "2001:db8:0:0::/64", "١٩٢.0.2.1",
        "192.0.2.1\0", "2001:db8::1 ",
    ])
    func `a text that is not an address is a group of its own`(_ origin: String) {
        #expect(OriginGroup(origin).text == "other \(origin)")
    }

    @Test func `the group of a long text has a bounded length`() {
        let long = String(repeating: "9", count: 10_000_000)
        #expect(OriginGroup(long).text == "other \(String(repeating: "9", count: 64))")
        #expect(OriginGroup(String(repeating: "é", count: 64)).text.utf8.count < 80)
        #expect(OriginGroup("2001:db8::1" + long).text.utf8.count < 80)
    }

    @Test(arguments: [63, 64, 65])
    func `an address with a zone is recognised in a text of at most 64 bytes`(_ bytes: Int) {
        let origin = "fe80::1%" + String(repeating: "z", count: bytes - 8)
        #expect((OriginGroup(origin).text == OriginGroup("fe80::1").text) == (bytes <= 64))
    }

    @Test func `all addresses of an IPv6 network count as one origin`() async throws {
        let server = TestServer { $0.codesPerOrigin = 5 }
        for number in 0..<500 {
            _ = try await server.sendCode(to: "nobody\(number)@stanford.edu", origin: "2001:db8:0:1::\(number)")
        }
        #expect(server.mailTransport.count <= 6)
        #expect(try await server.sendCode(to: "maya@stanford.edu", origin: "2001:db8:0:2::1").status == 200)
        #expect(server.mailTransport.last?.recipient.text == "maya@stanford.edu")
    }
}
