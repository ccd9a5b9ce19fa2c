import Foundation
import Networking
import Validation

/// Uploads of photos of the maximum size, which take the most processor time of all bodies.
enum HostilePhoto {
    static let route = "POST /users/me/photo"
    private static let boundary = "hostile-photo"

    /// - Parameter bytes: The size of each photo.
    static func requests(of bytes: Int) throws -> [HostileRequest] {
        let (scan, data) = (jpeg(of: bytes), png(of: bytes))
        return [
            try request("JPEG", scan, isWhole: true), try request("PNG", data, isWhole: true),
            try request("JPEG without its end", scan.dropLast(2), isWhole: false),
            try request("PNG without its end", data.dropLast(12), isWhole: false),
        ]
    }

    /// Returns the maximum number of different photos that a person may keep. The server stores each once.
    static func photos(of bytes: Int) throws -> HostileRequest {
        let photos = try (0..<Limits.photos.upperBound).map { number in
            try request("PNG", png(of: bytes - number * 4_096), isWhole: true)
        }
        return HostileRequest(route: route, text: "PNG", requests: photos.flatMap { $0.requests.prefix(1) })
    }

    private static func request(_ text: String, _ photo: ArraySlice<UInt8>, isWhole: Bool) throws -> HostileRequest {
        let head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"a\"\r\n\r\n"
        let body = Data(head.utf8) + Data(photo) + Data("\r\n--\(boundary)--\r\n".utf8)
        var request = try HTTPRequest.toCampus(.post, "/users/me/photo", body: body)
        try request.headers.set(.contentType, to: "multipart/form-data; boundary=\(boundary)")
        var hostile = HostileRequest(route: route, text: text, request: request)
        hostile.mustBeAccepted = isWhole
        return hostile
    }

    /// Returns a picture of a single grey pixel whose scan is filled with escaped bytes (ITU-T T.81, B.1.1.5).
    private static func jpeg(of bytes: Int) -> ArraySlice<UInt8> {
        func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
            [0xFF, marker, 0, UInt8(payload.count + 2)] + payload
        }
        var file: [UInt8] = [0xFF, 0xD8]
        file += segment(0xDB, [0] + Array(repeating: 1, count: 64))
        file += segment(0xC0, [8, 0, 1, 0, 1, 1, 1, 0x11, 0])
        file += segment(0xDA, [1, 1, 0, 0, 63, 0])
        file.reserveCapacity(bytes)
        while file.count + 4 <= bytes {
            file.append(0xFF)
            file.append(0)
        }
        return (file + [0xFF, 0xD9])[...]
    }

    /// Returns a black picture whose data has a prefix code, so that each bit is decoded (RFC 1951, 3.2.6).
    private static func png(of bytes: Int) -> ArraySlice<UInt8> {
        let (row, other) = (4_096, 65)
        let rows = max(1, (bytes - other) / row)
        let count = rows * row
        var stream: [UInt8] = [0x78, 0x01, 0x63] + Array(repeating: 0x60, count: count - 1) + [0, 0]
        stream += bigEndian(UInt32(count % 65_521) << 16 | 1)
        // The first byte of each row names its filter.
        let header = bigEndian(UInt32(row - 1)) + bigEndian(UInt32(rows)) + [8, 0, 0, 0, 0]
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        return (signature + chunk("IHDR", header) + chunk("IDAT", stream) + chunk("IEND", []))[...]
    }

    private static func chunk(_ type: String, _ payload: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + payload
        return bigEndian(UInt32(payload.count)) + body + bigEndian(checksum(body))
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// Returns the checksum of a chunk (W3C PNG, annex D).
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        let table: [UInt32] = (0..<256).map { byte in
            (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
        }
        var value = UInt32.max
        for byte in bytes { value = table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ value >> 8 }
        return ~value
    }
}
