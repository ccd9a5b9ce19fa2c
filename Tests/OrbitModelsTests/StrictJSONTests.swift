import Foundation
import OrbitModels
import Testing
import TimeAndChance

@Suite struct StrictJSONTests {
    private func fault(
        of text: String, _ direction: StrictJSON.Direction = .request
    ) -> StrictJSON.Fault? { fault(of: Array(text.utf8), direction) }

    private func fault(of bytes: [UInt8], _ direction: StrictJSON.Direction = .request) -> StrictJSON.Fault? {
        do {
            try StrictJSON.check(bytes, of: direction)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        "null", " true ", "false", "0", "-0", "-1.5e+10", "0e1", "1E-2", "\"\"", "[]", "{}", " [ ] ", "{\"\":{}}",
        #"{"a":1,"b":{"a":1},"c":[{"a":1},{"a":2}],"d":"a,\"a\":{"}"#, #""\"\\\/\b\f\n\r\t\u00e9\ud83e\ude90""#,
        "\"🪐é\u{7FF}\u{FFFD}\u{10FFFF}\"", "[1,\n2,\t3]\r\n", "{ }", "{ \"a\" : 1 , \"b\" : [ 1 , 2 ] }",
    ])
    func `a document that follows the standard is accepted`(_ text: String) throws {
        #expect(fault(of: text) == nil)
        #expect(fault(of: text, .response) == nil)
        _ = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    }

    @Test(arguments: [
        "", " ", "nul", "True", "nulll", "01", "+1", "1.", ".5", "1e", "1e+", "--1", "-", "0x1", "NaN", "Infinity",
        "[1,]", "[,1]", "[1 2]", "[1", "]", #"{"a":1,}"#, #"{,"a":1}"#, #"{"a"}"#, #"{"a":}"#, #"{a:1}"#, #"{a":1}"#,
        "{1:1}",
        #"{"a":1"#, "'a'", "\"a", "\"\n\"", "\"\u{0}\"", #""\x""#, #""\u12g4""#, #""\u12""#, #""\ud800""#,
        #""\udc00""#, #""\ud800\u0041""#, "[] []", "[]x", "\u{FEFF}[]", "// note\n1", "{} //", "[1]\u{0}",
    ])
    func `a document that violates the standard is refused`(_ text: String) {
        #expect(fault(of: text) == .syntax)
        #expect(fault(of: text, .response) == .syntax)
    }

    @Test func `a truncated document is refused`() {
        let whole = Array(#"{"a":[1,true,null,"\u0041é"],"b":{"c":{}}}"#.utf8)
        #expect(fault(of: whole) == nil)
        for count in 0..<whole.count { #expect(fault(of: Array(whole.prefix(count))) == .syntax) }
    }

    @Test(
        arguments: [
            [0xFF], [0xC0, 0x80], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80],
            [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0x80],
        ] as [[UInt8]])
    func `invalid UTF-8 is refused`(_ bytes: [UInt8]) {
        #expect(fault(of: [0x22] + bytes + [0x22]) == .syntax)
    }

    @Test(arguments: [.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf16] as [String.Encoding])
    func `a document in UTF-16 or UTF-32 is refused`(_ encoding: String.Encoding) throws {
        let body = try #require(#"{"email":"maya@stanford.edu"}"#.data(using: encoding))
        #expect(fault(of: Array(body)) == .syntax)
    }

    @Test(arguments: [
        #"{"a":1,"a":2}"#, #"[{"b":[],"a":{},"b":1}]"#, #"{"":1,"":1}"#, #"{"a":{"x":1},"a":1}"#,
        #"{"a":1,"\u0061":2}"#, #"{"J":1,"\u004A":2}"#, #"{"J":1,"\u004a":2}"#, "{\"é\":1,\"e\u{301}\":2}",
    ])
    func `a repeated member name is refused in any spelling`(_ text: String) {
        #expect(fault(of: text) == .repeatedName)
    }

    @Test func `depth, names, members and digits of requests are limited`() {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(fault(of: nested(65)) == nil)
        #expect(fault(of: nested(66)) == .depth)
        #expect(fault(of: String(repeating: "[", count: 1_000_000)) == .depth)
        #expect(fault(of: String(repeating: #"{"a":"#, count: 100_000)) == .depth)
        func object(_ members: Int) -> String {
            "{" + (0..<members).map { "\"\($0)\":0" }.joined(separator: ",") + "}"
        }
        #expect(fault(of: object(1_000)) == nil)
        #expect(fault(of: object(1_001)) == .manyMembers)
        #expect(fault(of: "{\"\(String(repeating: "é", count: 64))\":0}") == nil)
        #expect(fault(of: "{\"\(String(repeating: "é", count: 64))x\":0}") == .longName)
        #expect(fault(of: String(repeating: "9", count: 64)) == nil)
        #expect(fault(of: String(repeating: "9", count: 65)) == .longNumber)
    }

    @Test func `responses have higher limits than requests, and the same limit on marks`() {
        let names = "{" + (0..<2_000).map { "\"\($0 % 1_500)\":0" }.joined(separator: ",") + "}"
        #expect(fault(of: names, .response) == nil)
        #expect(fault(of: String(repeating: "9", count: 65), .response) == nil)
        let levels = { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) }
        #expect(fault(of: levels(513), .response) == nil)
        #expect(fault(of: levels(514), .response) == .depth)
        #expect(fault(of: levels(1_000_000), .response) == .depth)
        let tower = "a" + String(repeating: "\u{301}", count: 31)
        #expect(fault(of: "{\"\(tower)\":1}", .response) == .manyCombiningMarks)
        #expect(fault(of: "[\"\(tower)\"]", .response) == .manyCombiningMarks)
    }

    @Test(arguments: ["\u{301}", "\u{316}\u{301}", "\u{20DD}", #"\u0301"#])
    func `texts and names with more than thirty marks on a letter are refused`(_ marks: String) {
        let count = marks.unicodeScalars.count == 2 ? 2 : 1
        let sound = "a" + String(repeating: marks, count: 30 / count)
        #expect(fault(of: "[\"\(sound)\(sound)\"]") == nil)
        #expect(fault(of: "[\"\(sound)\(marks)\"]") == .manyCombiningMarks)
        #expect(fault(of: "{\"\(sound)\(marks)\":1}") == .manyCombiningMarks)
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `every document that is accepted can be parsed by Foundation`(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let pieces: [[UInt8]] =
            [
                "{", "}", "[", "]", ",", ":", "\"a\"", "\"b\"", "1", "-", "e5", ".5", "true", "nul", "null", " ", "\"",
                "\\",
                "\\u00e9", "\\ud83e", "é", "\u{301}",
            ].map { Array($0.utf8) } + [[0xC3], [0x80], [0x00]]
        for _ in 0..<500 {
            let count = Int.random(in: 1...9, using: &random)
            let bytes = (0..<count).flatMap { _ in pieces.randomElement(using: &random) ?? [] }
            guard fault(of: bytes) == nil else { continue }
            #expect(
                throws: Never.self, "\(String(decoding: bytes, as: UTF8.self))",
                performing: {
                    try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
                })
        }
    }

    @Test(arguments: [.request, .response] as [StrictJSON.Direction])
    func `the number of values is limited by count up to a mebibyte, and then by bytes per value`(
        _ direction: StrictJSON.Direction
    ) {
        func list(_ element: String, _ count: Int) -> [UInt8] {
            Array(("[" + String(repeating: element + ",", count: count) + "1]").utf8)
        }
        #expect(fault(of: list("1", 524_286), direction) == nil)
        #expect(fault(of: list("1", 524_288), direction) == .manyValues)
        #expect(fault(of: list("{}", 600_000), direction) == .manyValues)
        #expect(fault(of: list("123456789", 600_000), direction) == nil)
    }
}
