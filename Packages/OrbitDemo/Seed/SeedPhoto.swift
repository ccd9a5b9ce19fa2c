import Foundation
import Profiles
import TimeAndChance

/// A drawing of a planet in place of a portrait: a PNG of 64 by 64 pixels in sixteen colours, two kilobytes.
enum SeedPhoto {
    private static let side = 64

    static func png(using random: inout RandomSource) -> Data {
        let (sky, planet) = (Double.random(in: 0..<1, using: &random), Double.random(in: 0..<1, using: &random))
        let radius = Double.random(in: 14...26, using: &random)
        let palette =
            (0..<8).flatMap { colour(hue: sky, light: 0.12 + 0.03 * Double($0)) }
            + (0..<8).flatMap { colour(hue: planet, light: 0.45 + 0.05 * Double($0)) }
        let header = bigEndian(UInt32(side)) + bigEndian(UInt32(side)) + [4, 3, 0, 0, 0]  // four bits, with a palette
        let chunks =
            chunk("IHDR", header) + chunk("PLTE", palette) + chunk("IDAT", zlib(rows(radius: radius)))
            + chunk("IEND", [])
        return Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunks)
    }

    /// Returns the rows of the image. Each row begins with a byte for "not filtered", and has two pixels per byte.
    private static func rows(radius: Double) -> [UInt8] {
        (0..<side).flatMap { y in
            [0]
                + stride(from: 0, to: side, by: 2).map { x in
                    index(x, y, radius: radius) << 4 | index(x + 1, y, radius: radius)
                }
        }
    }

    /// Returns the index of a pixel's colour in the palette. The first eight colours are shades of the sky, from top to
    /// bottom. The other eight are shades of the planet, from its edge to its centre.
    private static func index(_ x: Int, _ y: Int, radius: Double) -> UInt8 {
        let (right, down) = (Double(x) - 31.5, Double(y) - 31.5)
        let distance = (right * right + down * down).squareRoot()
        return distance < radius ? 15 - UInt8(distance / radius * 7) : UInt8(y / 8)
    }

    /// Returns red, green and blue of a hue from 0 to 1, at a lightness from 0 to 1 and half saturation.
    private static func colour(hue: Double, light: Double) -> [UInt8] {
        let chroma = (1 - abs(2 * light - 1)) * 0.5
        return [0.0, 8, 4].map { offset in
            let place = (offset + hue * 12).truncatingRemainder(dividingBy: 12)
            let part = light - chroma * max(-1, min(place - 3, 9 - place, 1))
            return UInt8(min(max(part, 0), 1) * 255)
        }
    }

    /// Returns the bytes as a zlib stream of one uncompressed block (RFC 1950, RFC 1951 §3.2.4).
    private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        let length = UInt16(truncatingIfNeeded: bytes.count)  // 2,112
        let block = [1] + littleEndian(length) + littleEndian(~length) + bytes
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return [0x78, 0x01] + block + bigEndian(high << 16 | low)
    }

    private static func chunk(_ type: String, _ payload: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + payload
        return bigEndian(UInt32(payload.count)) + body + bigEndian(CRC32.checksum(of: body))
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func littleEndian(_ number: UInt16) -> [UInt8] {
        [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
    }
}
