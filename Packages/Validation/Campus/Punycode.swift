/// The Punycode encoding of Unicode labels in ASCII (RFC 3492).
enum Punycode {
    private static let base = 36
    private static let leastThreshold = 1
    private static let greatestThreshold = 26
    private static let initialBias = 72
    private static let initialCode = 128
    /// The maximum delta. It is far above any delta of a label that fits the DNS, and prevents arithmetic overflow.
    private static let greatestDelta = Int(Int32.max)

    /// Returns the label without its `xn--`.
    static func encode(_ scalars: [Unicode.Scalar]) -> String {
        var output = scalars.filter(\.isASCII)
        let basicCount = output.count
        if basicCount > 0 { output.append("-") }
        var (code, delta, bias, handled) = (initialCode, 0, initialBias, basicCount)
        while handled < scalars.count {
            let next = scalars.lazy.map { Int($0.value) }.filter { $0 >= code }.min() ?? code
            delta += (next - code) * (handled + 1)
            code = next
            for scalar in scalars {
                if scalar.value < code { delta += 1 }
                guard scalar.value == code else { continue }
                appendVariableLength(delta, bias: bias, to: &output)
                bias = adapt(delta, count: handled + 1, isFirst: handled == basicCount)
                delta = 0
                handled += 1
            }
            delta += 1
            code += 1
        }
        return String(String.UnicodeScalarView(output))
    }

    /// Returns the decoded label, or `nil` if the text is not valid Punycode.
    static func decode(_ text: some StringProtocol) -> [Unicode.Scalar]? {
        let bytes = Array(text.utf8)
        let hyphen = bytes.lastIndex(of: UInt8(ascii: "-"))
        let basic = bytes[..<(hyphen ?? 0)]
        guard basic.allSatisfy({ $0 < 0x80 }) else { return nil }
        var output = basic.map { Unicode.Scalar($0) }
        var remaining = bytes[(hyphen.map { $0 + 1 } ?? 0)...]
        var (code, index, bias) = (initialCode, 0, initialBias)
        while !remaining.isEmpty {
            let start = index
            guard let delta = takeVariableLength(bias: bias, from: &remaining) else { return nil }
            index += delta
            bias = adapt(index - start, count: output.count + 1, isFirst: start == 0)
            code += index / (output.count + 1)
            index %= output.count + 1
            guard let scalar = Unicode.Scalar(UInt32(clamping: code)), !scalar.isASCII else { return nil }
            output.insert(scalar, at: index)
            index += 1
        }
        return output
    }

    private static func appendVariableLength(_ delta: Int, bias: Int, to output: inout [Unicode.Scalar]) {
        var rest = delta
        var position = base
        while true {
            let threshold = threshold(at: position, bias: bias)
            guard rest >= threshold else { break }
            output.append(digit(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
            position += base
        }
        output.append(digit(rest))
    }

    private static func takeVariableLength(bias: Int, from bytes: inout ArraySlice<UInt8>) -> Int? {
        var (delta, weight, position) = (0, 1, base)
        while let digit = bytes.popFirst().flatMap(value) {
            delta += digit * weight
            guard delta <= greatestDelta else { return nil }
            let threshold = threshold(at: position, bias: bias)
            if digit < threshold { return delta }
            weight *= base - threshold
            guard weight <= greatestDelta else { return nil }
            position += base
        }
        return nil
    }

    private static func threshold(at position: Int, bias: Int) -> Int {
        min(max(position - bias, leastThreshold), greatestThreshold)
    }

    private static func adapt(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        let (skew, damp) = (38, 700)
        var delta = isFirst ? delta / damp : delta / 2
        delta += delta / count
        var position = 0
        while delta > (base - leastThreshold) * greatestThreshold / 2 {
            delta /= base - leastThreshold
            position += base
        }
        return position + (base - leastThreshold + 1) * delta / (delta + skew)
    }

    private static func digit(_ value: Int) -> Unicode.Scalar {
        Unicode.Scalar(UInt8(value < 26 ? value + 0x61 : value - 26 + 0x30))
    }

    private static func value(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte) - 0x61
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte) - 0x41
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) - 0x30 + 26
        default: nil
        }
    }
}
