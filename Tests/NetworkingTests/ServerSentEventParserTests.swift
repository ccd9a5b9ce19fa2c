import Foundation
import Testing

@testable import Networking

@Suite struct ServerSentEventParserTests {
    private typealias Item = ServerSentEventParser.Item

    private func items(_ pieces: [Data]) throws -> [Item] {
        var parser = ServerSentEventParser()
        return try pieces.flatMap { try parser.append($0) }
    }

    private func items(_ text: String) throws -> [Item] { try items([Data(text.utf8)]) }

    private func message(_ data: String, name: String = "message", id: String = "") -> Item {
        .message(ServerSentEventParser.ServerSentEvent(name: name, data: data, id: id))
    }

    @Test(arguments: ["\n", "\r", "\r\n"])
    func `lines may end in LF, CR or CRLF`(end: String) throws {
        let text = ["retry: 1500", ": hi", "id: e:1", "data: one", "data: two", "", "event: resync", "data:x", "", ""]
            .joined(separator: end)
        #expect(
            try items(text) == [
                .retry(milliseconds: 1500), .comment, message("one\ntwo", id: "e:1"),
                message("x", name: "resync", id: "e:1"),
            ])
    }

    @Test(arguments: ["\n", "\r", "\r\n"])
    func `a stream has the same messages wherever it is cut`(end: String) throws {
        let lines = ["\u{FEFF}id: e:1", "data: {\"name\":\"Zoë 🪐\"}", "data", "", ": beat", "", "id", "data:b", "", ""]
        let bytes = Data(lines.joined(separator: end).utf8)
        let whole = try items([bytes])
        #expect(whole == [message("{\"name\":\"Zoë 🪐\"}\n", id: "e:1"), .comment, message("b")])
        for first in bytes.indices {
            #expect(try items([bytes[..<first], bytes[first...]]) == whole)
            for second in first..<min(first + 6, bytes.endIndex) {
                #expect(try items([bytes[..<first], bytes[first..<second], bytes[second...]]) == whole)
            }
        }
        #expect(try items(bytes.map { Data([$0]) }) == whole)
    }

    @Test func `a CR and an LF in separate reads are a single line end`() throws {
        #expect(try items([Data("data: a\r".utf8), Data(), Data("\n\r".utf8), Data("\n".utf8)]) == [message("a")])
    }

    @Test(arguments: [
        ("data: a\n", []), ("\n\n\n", []), ("event: x\n\n", []), ("id: e:1\n\n", []), ("\0\n\n", []),
        ("data:\n\n", [""]), ("data\n\n", [""]), ("data\ndata\n\n", ["\n"]), ("data:  a\n\n", [" a"]),
        ("data: a:b\n\n", ["a:b"]), ("Data: a\n\n", []), (" data: a\n\n", []), ("unknown: a\ndata: b\n\n", ["b"]),
        ("data: \u{FEFF}a\n\n", ["\u{FEFF}a"]), ("event: \ndata: a\n\n", ["a"]),
    ])
    func `fields are parsed as in the HTML standard`(text: String, data: [String]) throws {
        #expect(try items(text) == data.map { message($0) })
    }

    @Test func `an id persists until it changes, may be emptied, and is ignored with a NUL`() throws {
        let text = "id: 1\ndata: a\n\ndata: b\n\nid: 2\0\ndata: c\n\nid\ndata: d\n\nid: 5\n\ndata: e\n\n"
        #expect(
            try items(text) == [
                message("a", id: "1"), message("b", id: "1"), message("c", id: "1"), message("d"),
                message("e", id: "5"),
            ])
    }

    @Test(arguments: [
        "retry\n", "retry: \n", "retry: 1s\n", "retry: -1\n", "retry: ٣\n", "retry:  1\n", "retry: 1.5\n",
    ])
    func `a retry time with anything but digits is ignored`(text: String) throws {
        #expect(try items(text).isEmpty)
    }

    @Test func `a retry time out of range is the maximum`() throws {
        #expect(try items("retry: 99999999999999999999999\n") == [.retry(milliseconds: .max)])
    }

    @Test func `invalid UTF-8 is replaced`() throws {
        let broken = Data("data: a".utf8) + [0xF0, 0x9F] + Data("\nda".utf8) + [0xFF] + Data("ta: b\n\n".utf8)
        #expect(try items([broken]) == [message("a\u{FFFD}")])
    }

    @Test func `a line beyond the limit is refused`() throws {
        var parser = ServerSentEventParser()
        let chunk = Data(repeating: UInt8(ascii: "x"), count: 65_536)
        var taken = 0
        #expect(throws: EventTransportError.malformed(reason: "a line is too long")) {
            while taken < 1 << 30 {
                _ = try parser.append(chunk)
                taken += chunk.count
            }
        }
        #expect(taken == ServerSentEventParser.lineLimit)
    }

    @Test func `a message beyond the limit is refused`() throws {
        var parser = ServerSentEventParser()
        let chunk = Data("data: \(String(repeating: "x", count: 65_529))\n".utf8)
        var taken = 0
        #expect(throws: EventTransportError.malformed(reason: "a message is too long")) {
            while taken < 1 << 30 {
                _ = try parser.append(chunk)
                taken += chunk.count
            }
        }
        #expect(taken <= ServerSentEventParser.messageLimit + chunk.count)
    }

    @Test func `empty data lines count towards the limit of a message`() throws {
        var parser = ServerSentEventParser()
        let chunk = Data("data: \(String(repeating: "x", count: 1 << 19))\n".utf8)
        for _ in 0..<7 { _ = try parser.append(chunk) }
        #expect(throws: EventTransportError.malformed(reason: "a message is too long")) {
            for _ in 0..<4 {
                _ = try parser.append(Data("data: \(String(repeating: "x", count: 1 << 17))\ndata\n".utf8))
            }
        }
    }

    @Test func `a line of exactly the limit is accepted`() throws {
        let value = String(repeating: "x", count: ServerSentEventParser.lineLimit - 6)
        #expect(try items("data: \(value)\n\n") == [message(value)])
    }
}
