/// The restart markers inside the scans of a JPEG file (ITU-T T.81, B.2.1 and E.1.4).
///
/// They are numbered from 0 to 7 repeatedly, and divide a scan into intervals. The file states the number of coded
/// units in an interval. The order of the markers could encode other data, and so could more markers than the picture
/// has intervals.
struct JPEGRestarts {
    private var frame: [UInt8] = []
    /// The number of coded units between two markers; 0 if there are no markers.
    private var interval = 0

    /// Updates the state that later scans depend on, and checks the markers of a scan.
    ///
    /// - Parameters:
    ///   - segment: The next segment of the file.
    ///   - file: The bytes of the file.
    /// - Returns: Whether the markers of a scan are in order; `true` for any other segment.
    mutating func follow(_ segment: JPEGSegment, in file: [UInt8]) -> Bool {
        let payload = Array(file[segment.payload])
        switch segment.marker {
        case .restartInterval: interval = Int(payload[0]) << 8 + Int(payload[1])
        case .startOfScan: return areInOrder(in: file[segment.payload.endIndex..<segment.bytes.endIndex], of: payload)
        case let marker where marker.isFrame: frame = payload
        default: break
        }
        return true
    }

    /// Returns the positions of the segments that change the interval of a scan. A segment is not needed to show the
    /// picture if another segment replaces it before a scan, or if it repeats the interval.
    static func usedIntervals(of segments: [JPEGSegment], in file: [UInt8]) -> Set<Int> {
        var used: Set<Int> = []
        var last: JPEGSegment?
        var interval: [UInt8] = [0, 0]
        for segment in segments {
            if segment.marker == .restartInterval { last = segment }
            guard segment.marker == .startOfScan, let new = last else { continue }
            last = nil
            guard !file[new.payload].elementsEqual(interval) else { continue }
            interval = Array(file[new.payload])
            used.insert(new.bytes.startIndex)
        }
        return used
    }

    private func areInOrder(in data: ArraySlice<UInt8>, of scan: [UInt8]) -> Bool {
        guard let units = units(of: scan) else { return false }
        let most = interval == 0 ? 0 : (units - 1) / interval
        var (count, isAfterFill) = (0, false)
        for byte in data {
            if isAfterFill, (0xD0...0xD7).contains(byte) {
                guard count < most, Int(byte) == 0xD0 + count % 8 else { return false }
                count += 1
            }
            isAfterFill = byte == 0xFF
        }
        return true
    }

    /// Returns the number of units that a scan codes. They are the minimum coded units (MCU, A.2). A unit is one block
    /// in a scan of one component, and a group of blocks in a scan of several components. Returns `nil` if the frame
    /// does not have the component, or has an invalid sampling factor.
    private func units(of scan: [UInt8]) -> Int? {
        let parts = stride(from: 6, to: frame.count, by: 3).map { place in
            (id: frame[place], across: Int(frame[place + 1] >> 4), down: Int(frame[place + 1] & 0x0F))
        }
        guard let across = parts.map(\.across).max(), let down = parts.map(\.down).max(),
            parts.allSatisfy({ (1...4).contains($0.across) && (1...4).contains($0.down) })
        else { return nil }
        let (width, height) = (Int(frame[3]) << 8 + Int(frame[4]), Int(frame[1]) << 8 + Int(frame[2]))
        guard scan[0] == 1 else { return (width.inSteps(of: 8 * across)) * (height.inSteps(of: 8 * down)) }
        guard let part = parts.first(where: { $0.id == scan[1] }) else { return nil }
        let wide = (width * part.across).inSteps(of: across).inSteps(of: 8)
        return wide * (height * part.down).inSteps(of: down).inSteps(of: 8)
    }
}

extension Int {
    /// Returns the number of steps of a size that are needed to reach this value.
    fileprivate func inSteps(of size: Int) -> Int { (self + size - 1) / size }
}
