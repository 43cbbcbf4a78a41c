import Foundation

/// A time in whole milliseconds, so that a database stores it exactly.
public struct Timestamp: Hashable, Sendable {
  /// Milliseconds since the start of 1970.
  public let milliseconds: Int64

  /// Creates a time from milliseconds since the start of 1970.
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// Creates a time from a date, rounded to the millisecond.
  init(_ date: Date) {
    milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded())
  }

  /// Parses a time such as `2024-09-01 16:20`, in universal time; returns `nil` for other texts.
  public init?(_ text: String) {
    let parts = text.split(whereSeparator: { "- :".contains($0) })
    let numbers = parts.compactMap { Int($0) }
    guard text.count == 16, parts.count == 5, numbers.count == 5 else { return nil }
    let components = DateComponents(
      calendar: .universal, year: numbers[0], month: numbers[1], day: numbers[2],
      hour: numbers[3], minute: numbers[4])
    guard components.isValidDate, let date = components.date else { return nil }
    self.init(date)
  }

  /// Returns the time after a number of seconds, which may be negative.
  public func advanced(bySeconds seconds: Int) -> Timestamp {
    Timestamp(milliseconds: milliseconds + Int64(seconds) * 1000)
  }

  /// The day, such as `2024-09-01`, in universal time.
  public var day: String { String(description.prefix(10)) }

  /// The time of day, such as `16:20`, in universal time.
  public var timeOfDay: String { String(description.suffix(5)) }
}

extension Timestamp: Comparable {
  /// Compares two times.
  public static func < (lhs: Timestamp, rhs: Timestamp) -> Bool {
    lhs.milliseconds < rhs.milliseconds
  }
}

extension Timestamp: CustomStringConvertible {
  /// The time as text, such as `2024-09-01 16:20`, in universal time.
  public var description: String {
    let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    let parts = Calendar.universal.dateComponents(
      [.year, .month, .day, .hour, .minute], from: date)
    let day = [parts.month, parts.day].map { Timestamp.padded($0 ?? 0) }.joined(separator: "-")
    let time = [parts.hour, parts.minute].map { Timestamp.padded($0 ?? 0) }.joined(separator: ":")
    return "\(parts.year ?? 0)-\(day) \(time)"
  }

  /// Returns a number with at least two digits.
  private static func padded(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}

extension Calendar {
  /// The Gregorian calendar in universal time.
  fileprivate static let universal: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()
}
