// Written from sapper/learn/path.py: python -m sapper.web.schema

import type { Grade } from "../../engine/engine.ts";
import type { Technique } from "./techniques.ts";

/** Boards of one size that need one grade and nothing harder, and the technique that is new in them. */
export interface Step {
  number: number;
  level: string;
  rules: string;
  grade: Grade;
  technique: Technique;
  lesson: string;
  first: string; // the square that is open at the start
  pace: number; // milliseconds for the star of time
  seeds: string[]; // of its boards
}

export const EFFICIENCY = 0.7; // for the last star

export const STEPS: Step[] = [
  {
    number: 1,
    level: "5x5/3",
    rules: "modern 5x5/3 v1 layout=no-guess-single",
    grade: "single",
    technique: "single",
    lesson: "numbers",
    first: "C3",
    pace: 5000,
    seeds: ["0RPD7RWZ2ARGV63PRM6TMB82WF", "4W263WZXGPTV1QAHAS061K4T6B", "2PD6G8029E75F8K603RSTB76TZ"],
  },
  {
    number: 2,
    level: "6x6/5",
    rules: "modern 6x6/5 v1 layout=no-guess-single",
    grade: "single",
    technique: "single",
    lesson: "flags",
    first: "D4",
    pace: 10000,
    seeds: ["5ZV9EYJEQFFNZC7FQHSGKM941A", "1W17ZF7RFT45K84JS8WX7GF70H", "4FCTYDYE0WD46YDB33VC8AAF64"],
  },
  {
    number: 3,
    level: "8x8/10",
    rules: "modern 8x8/10 v1 layout=no-guess-single",
    grade: "single",
    technique: "single",
    lesson: "chord",
    first: "E5",
    pace: 35000,
    seeds: ["7DAVX3F83M69DJG7Q6HX593B96", "2YZEHW536CZJYH1TKNMM935W4B", "74MAR8HMR55JBJH2V0FMS4ZB7G"],
  },
  {
    number: 4,
    level: "8x8/12",
    rules: "modern 8x8/12 v1 layout=no-guess-pairs",
    grade: "pairs",
    technique: "1-1",
    lesson: "one-one",
    first: "E5",
    pace: 35000,
    seeds: ["20P7FGTGM8463T4406XM1A54AQ", "7Y2KPDFB78WSDHCAYDWXXAG2B9", "0SSYR49EM6JYK7SV5PD5JMP7V4"],
  },
  {
    number: 5,
    level: "9x9/14",
    rules: "modern 9x9/14 v1 layout=no-guess-pairs",
    grade: "pairs",
    technique: "reduction",
    lesson: "reduction",
    first: "E5",
    pace: 55000,
    seeds: ["2CNZSVJCMN5FDHEBRHMFN850ZY", "1ABVGZ8VMG4F74QEN2E1XYESJD", "1D8B4STBEVBFQPVBVN6AR9W4PY"],
  },
  {
    number: 6,
    level: "16x16/40",
    rules: "modern 16x16/40 v1 layout=no-guess-pairs",
    grade: "pairs",
    technique: "1-2",
    lesson: "one-two",
    first: "I9",
    pace: 165000,
    seeds: ["2EG9J21SRR7EZ8C5J5D2QX9VNM", "5A89NNFVAG63HDYH34XCPA5EGJ", "47FDC20W4WT1NWQ0JJCJTHT6X6"],
  },
  {
    number: 7,
    level: "12x12/26",
    rules: "modern 12x12/26 v1 layout=no-guess-chains",
    grade: "chains",
    technique: "chain",
    lesson: "chains",
    first: "G7",
    pace: 90000,
    seeds: ["0JA0Q748SRZW0EWBC0GRM8ATGM", "00HJES2CZDCMH5X4K3BK9EVF02", "18FKF4CNG7YSGRPBQVXSMCM0DS"],
  },
  {
    number: 8,
    level: "16x16/44",
    rules: "modern 16x16/44 v1 layout=no-guess-chains",
    grade: "chains",
    technique: "chain",
    lesson: "long-chains",
    first: "I9",
    pace: 150000,
    seeds: ["6TPG25F2T45XN0ZBZXTW24RRC5", "59D3MVDA75Y6EW3SR8VGAXZ4Y2", "6HASGEX2ND5EENZXDQB50HSNE2"],
  },
  {
    number: 9,
    level: "30x16/99",
    rules: "modern 30x16/99 v1 layout=no-guess-chains",
    grade: "chains",
    technique: "hole",
    lesson: "holes",
    first: "P9",
    pace: 420000,
    seeds: ["5Z7QJS657MPEZKYCKQ8PPAQKBT", "0N9JWSMHGBQ1KB50WXWS9KGSAT", "5XP20HB7R4MR9E78YBQ08MN7ZH"],
  },
  {
    number: 10,
    level: "12x12/28",
    rules: "modern 12x12/28 v1 layout=no-guess-count",
    grade: "count",
    technique: "mine-count",
    lesson: "count",
    first: "G7",
    pace: 120000,
    seeds: ["40MSMAXQQNTCEB2D1G7X0J7RFQ", "3FMKF0R6DKYJS2EDTHE9XFYD49", "1V0K6EJP05S14BMTAY0ZWR0S2J"],
  },
  {
    number: 11,
    level: "16x16/48",
    rules: "modern 16x16/48 v1 layout=no-guess",
    grade: "full",
    technique: "case-split",
    lesson: "case-split",
    first: "I9",
    pace: 205000,
    seeds: ["62MMQPMKW81Y08YZJJYHN6MBEF", "6PKKPKW9BRE85K8HWZY7BGSCRB", "1X6K3EP6ABEJYVQ3XGMJZXZZ4J"],
  },
  {
    number: 12,
    level: "30x16/105",
    rules: "modern 30x16/105 v1 layout=no-guess",
    grade: "full",
    technique: "case-split",
    lesson: "efficiency",
    first: "P9",
    pace: 405000,
    seeds: ["0VSPXGHAFJ6ZSX6YDZG4DPKYV3", "6P1XTE8AX5WPKTE5GDHHSVHPE7", "3TKQCV1K2N52WN9HMT10DHFCN2"],
  },
];
