import Foundation

/// The results of a command, printed as a line of JSON.
struct BenchmarkReport {
    private var members: [(name: String, json: String)] = []

    mutating func add(_ name: String, _ number: Int) { members.append((name, String(number))) }

    mutating func add(_ name: String, _ text: String) { members.append((name, "\"\(text)\"")) }

    mutating func add(_ name: String, _ numbers: [Int]) { members.append((name, "\(numbers)")) }

    /// Adds an object with a member for each key, in the order of the keys.
    mutating func add(_ name: String, _ counts: [String: Int]) {
        let pairs = counts.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }
        members.append((name, "{\(pairs.joined(separator: ", "))}"))
    }

    mutating func add(_ name: String, _ number: Double, digits: Int) {
        members.append((name, String(format: "%.\(digits)f", number)))
    }

    /// Adds the smallest, the median and the largest value.
    mutating func add(_ name: String, spread values: [Double], digits: Int) {
        let sorted = values.sorted()
        guard let first = sorted.first, let last = sorted.last else { return }
        let three = [first, sorted[sorted.count / 2], last].map { String(format: "%.\(digits)f", $0) }
        members.append((name, "[\(three.joined(separator: ", "))]"))
    }

    func print() {
        Swift.print("{\(members.map { "\"\($0.name)\": \($0.json)" }.joined(separator: ", "))}")
    }
}
