import Foundation
import Testing

@testable import BackendRuntime

@Suite struct QueryItemsTests {
    private func items(_ query: String) throws -> QueryItems {
        QueryItems(try #require(URL(string: "https://orbit.example/api/people?\(query)")))
    }

    @Test(arguments: ["a", "%61"])
    func `a value of 2,048 bytes is read, and a longer value is a problem`(byte: String) throws {
        let longest = try items("q=" + String(repeating: byte, count: 2_048))
        #expect(longest["q"] == String(repeating: "a", count: 2_048) && longest.problem == nil)
        #expect(try items("q=" + String(repeating: byte, count: 2_049)).problem != nil)
    }

    @Test func `a value that is too long is a problem even if it cannot be decoded`() throws {
        #expect(try items("q=" + String(repeating: "%FF", count: 2_049)).problem != nil)
        #expect(try items("q=" + String(repeating: "%FF", count: 2_048)).problem == nil)
    }

    @Test(arguments: ["a", "%61"])
    func `a name of 192 encoded bytes is read, and a longer name is ignored`(byte: String) throws {
        let count = 192 / byte.utf8.count
        let name = String(repeating: "a", count: count)
        #expect(try items(String(repeating: byte, count: count) + "=1")[name] == "1")
        #expect(try items(String(repeating: byte, count: count + 1) + "=1")[name + "a"] == nil)
    }

    @Test func `100 items are read, and more items are a problem`() throws {
        func query(_ count: Int) -> String { (1...count).map { "n\($0)=\($0)" }.joined(separator: "&") }
        let most = try items(query(100))
        #expect(most["n1"] == "1" && most["n100"] == "100" && most.problem == nil)
        #expect(try items(query(101)).problem != nil)
    }

    @Test func `a name without a value has an empty value, and the first of equal names counts`() throws {
        let found = try items("flag&a=1&a=2&b=x=y")
        #expect(found["flag"] == "" && found["a"] == "1" && found["b"] == "x=y" && found["c"] == nil)
    }
}
