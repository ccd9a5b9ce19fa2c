import Foundation
import OrbitModels
import Testing

@testable import BackendRuntime

@Suite struct LogJSONTests {
    @Test(arguments: ["", "plain", "a \"quote\"", "back\\slash", "line\nfeed", "\u{0} \u{1F}", "Zoë 🙂", "\u{7F}"])
    func `a quoted text is decoded as the same text`(text: String) throws {
        var json = LogJSON()
        json.add("[")
        json.add(quoting: text)
        json.add("]")
        let decoded = try OrbitJSON.decoder.decode([String].self, from: json.bytes)
        #expect(decoded == [text])
    }

    @Test func `a new writer is empty, and its bytes are those that were added`() {
        var json = LogJSON()
        #expect(json.isEmpty && json.bytes.isEmpty)
        json.add(Data("{}".utf8))
        json.add(12)
        #expect(!json.isEmpty && json.bytes == Data("{}12".utf8))
    }
}
